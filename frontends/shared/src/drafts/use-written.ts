import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useCallback, useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { loadLocal, nothing, same, saveLocal, type Written } from "./local";
import { remotely } from "./remotely";

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
 * patient to whom it is a first message (`toPatient`), or the queue to which it is a resident's (`toQueue`).
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
