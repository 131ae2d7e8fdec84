/** Asks before what has been typed is lost: by a link or the back button, by signing out, by closing the tab or loading anew. */
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { askBeforeLeaving, isLeaving } from "../session/leave";

export interface UnsavedGuard {
  /** Somebody is about to go: an UnsavedDialog has to be shown. */
  readonly isAsking: boolean;
  /** Go, and lose what is not saved. */
  readonly leave: () => void;
  readonly stay: () => void;
  /** All is saved, and what follows may go at once, before `dirty` has come round. */
  readonly release: () => void;
}

export interface UnsavedGuardOptions {
  /** Paths (as routes are written) that belong to the same work, besides the page itself. */
  readonly allow?: (pathname: string) => boolean;
  /** The words of the search that say what is edited, where one page is for several things: another is another page. */
  readonly names?: readonly string[];
  /** They have been asked, and give up what is not saved. */
  readonly onLeave?: () => void;
}

const wordsOf = (search: object, names: readonly string[] = []) =>
  names.map((name) => (search as Readonly<Record<string, unknown>>)[name]).join();

/** `dirty`: whether there is something to lose. Another search or hash of the same page asks nothing, but for the words in `names`. */
export function useUnsavedGuard(dirty: boolean, { allow, names, onLeave }: UnsavedGuardOptions = {}): UnsavedGuard {
  const released = useRef(false);
  useEffect(() => {
    // What is typed after saving is unsaved again.
    if (!dirty) released.current = false;
  }, [dirty]);
  const holds = () => dirty && !released.current && !isLeaving();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      holds() &&
      (current.pathname !== next.pathname || wordsOf(current.search, names) !== wordsOf(next.search, names)) &&
      !(allow?.(next.pathname) ?? false),
    enableBeforeUnload: holds,
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;
  const [signingOut, answer] = useSignOutQuestion(holds);
  return {
    isAsking: status === "blocked" || signingOut,
    leave: useCallback(() => {
      onLeave?.();
      answer(true);
      proceed?.();
    }, [answer, proceed, onLeave]),
    stay: useCallback(() => {
      answer(false);
      reset?.();
    }, [answer, reset]),
    release: useCallback(() => {
      released.current = true;
    }, []),
  };
}

/** Whether the person wants to sign out and is asked, and how to answer. */
function useSignOutQuestion(holds: () => boolean) {
  const held = useRef(holds);
  const waiting = useRef<(goes: boolean) => void>(undefined);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    held.current = holds;
  });
  const answer = useCallback((goes: boolean) => {
    waiting.current?.(goes);
    waiting.current = undefined;
    setAsking(false);
  }, []);
  useEffect(() => {
    const forget = askBeforeLeaving(() => {
      if (!held.current()) return true;
      setAsking(true);
      return new Promise((resolve) => {
        waiting.current = resolve;
      });
    });
    return () => {
      forget();
      // What asked is gone, and what it would have lost with it.
      waiting.current?.(true);
    };
  }, []);
  return [isAsking, answer] as const;
}
