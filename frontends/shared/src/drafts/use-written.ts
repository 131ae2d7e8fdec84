import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useCallback, useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { hasPendingIn } from "./draft";
import { goOnFrom, hear, isNothing, loadLocal, nothing, same, saveLocal, type Written, wasDiscarded } from "./local";

type Remote = typeof import("./remote");

/** One after the other as they were asked for. Where the code cannot be had, the draft lies in this tab all the same. */
const remotely = (use: (remote: Remote) => void) => void import("./remote").then(use, () => {});

export interface WrittenDraft {
  readonly written: Written;
  readonly change: (part: Partial<Written>) => void;
  /** Takes over what the server has. */
  readonly adopt: (found: Written) => void;
  /** It is on its way as a message. The server keeps the draft until the message has arrived. */
  readonly leaves: () => void;
  /** It has arrived as a message: there is no draft any more. */
  readonly arrived: () => void;
}

/**
 * What somebody writes, kept in this tab at once and at the server a moment later. `where`: the conversation that is answered, the
 * patient to whom it is a first message (`toPatient`), or nothing for a resident's new message.
 */
export function useWritten(where: string): WrittenDraft {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [written, setWritten] = useState<Written>(() => loadLocal(where));
  const current = useRef(written);

  const change = useCallback(
    (part: Partial<Written>) => {
      const next = { ...current.current, ...part };
      if (same(next, current.current)) return;
      current.current = next;
      setWritten(next);
      saveLocal(where, { ...next, saved: false });
      remotely(({ saveDraft }) => dispatch(saveDraft(where, next)));
    },
    [where, dispatch],
  );

  const clear = useCallback(() => {
    current.current = nothing;
    setWritten(nothing);
    saveLocal(where, nothing);
  }, [where]);
  const adopt = useCallback(
    (found: Written) => {
      current.current = found;
      setWritten(found);
      saveLocal(where, { ...found, saved: true });
    },
    [where],
  );
  const leaves = useCallback(() => {
    remotely(({ flush }) => void dispatch(flush(where)));
    clear();
  }, [where, clear, dispatch]);
  const arrived = useCallback(() => {
    clear();
    remotely(({ sent }) => void dispatch(sent(where)));
  }, [where, clear, dispatch]);

  useEffect(() => {
    const save = () => remotely(({ flush }) => void dispatch(flush(where)));
    const hidden = () => {
      if (document.hidden) save();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      save();
    };
  }, [where, dispatch]);

  return { written, change, adopt, leaves, arrived };
}

/**
 * `onFound` is told what the server has when this tab has nothing, or nothing newer: it was begun or gone on with on another
 * device, or before signing in again; or it was sent elsewhere, and is nothing by now. And when it was written at once in another window,
 * what both wrote. It answers whether it takes that; while files are on their way it does not.
 */
export function useFound(where: string, written: Written, onFound: (found: Written) => boolean): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const latest = useRef({ written, onFound });
  useEffect(() => {
    latest.current = { written, onFound };
  });
  useEffect(() => {
    // A message that is on its way is still a draft at the server.
    if (hasPendingIn(where)) return;
    const local = loadLocal(where);
    const isSaved = isNothing(local) || local.saved;
    let here = true;
    const look = async ({ fetchDraft, sent }: Remote) => {
      const found = await dispatch(fetchDraft(where));
      const now = latest.current.written;
      // Whoever has begun to type meanwhile goes on with that.
      if (!here || !found || !same(now, local)) return;
      if (isNothing(now) && wasDiscarded(where, found)) return void dispatch(sent(where));
      goOnFrom(where, found.revision);
      if (!same(now, found)) latest.current.onFound(found);
    };
    // Not in the way of what one has come to read.
    const timer = setTimeout(() =>
      remotely((remote) => {
        if (isSaved) void look(remote);
        // Typed without a connection, before the page was loaded anew.
        else if (same(loadLocal(where), local)) dispatch(remote.saveDraft(where, local));
      }),
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [where, dispatch]);
  useEffect(() => {
    return hear(where, (together) => latest.current.onFound(together));
  }, [where]);
}
