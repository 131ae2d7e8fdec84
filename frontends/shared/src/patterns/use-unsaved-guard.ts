/** Asks before what has been typed is lost: by a link or the back button, by closing the tab or loading anew. */
import { useBlocker } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { isLeaving } from "../session/leave";

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
}

/** `dirty`: whether there is something to lose. Another search or hash of the same page asks nothing. */
export function useUnsavedGuard(dirty: boolean, { allow }: UnsavedGuardOptions = {}): UnsavedGuard {
  const released = useRef(false);
  useEffect(() => {
    // What is typed after saving is unsaved again.
    if (!dirty) released.current = false;
  }, [dirty]);
  const holds = () => dirty && !released.current && !isLeaving();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      holds() && current.pathname !== next.pathname && !(allow?.(next.pathname) ?? false),
    enableBeforeUnload: holds,
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;
  return {
    isAsking: status === "blocked",
    leave: useCallback(() => proceed?.(), [proceed]),
    stay: useCallback(() => reset?.(), [reset]),
    release: useCallback(() => {
      released.current = true;
    }, []),
  };
}
