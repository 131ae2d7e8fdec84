import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { hasPendingIn } from "./draft";
import {
  goOnFrom,
  hear,
  isApart,
  isNothing,
  loadLocal,
  move,
  same,
  saveLocal,
  type Written,
  watchApart,
} from "./local";
import type { Arrival } from "./remote";
import { remotely } from "./remotely";
import type { WrittenDraft } from "./use-written";

/** What a form knows of the same draft elsewhere. */
export interface Elsewhere {
  /** Words that were not written here stand here. */
  readonly cameIn: boolean;
  /** What the server keeps is another message: what is written here lies in this tab alone. */
  readonly isApart: boolean;
  /** Only what was written here stands here again. */
  readonly refuse: () => void;
}

interface Files {
  readonly busy: boolean;
  restore(attachments: Written["attachments"]): void;
  clear(): void;
}

/**
 * Takes over what the server has when this tab has nothing, or nothing newer: it was begun or gone on with on another device, or before
 * signing in again; or it was sent elsewhere, and is nothing by now. And when it was written at once in another window, what both wrote.
 * While files are on their way nothing is taken over. Whoever writes is told, and can refuse.
 */
export function useFound(where: string, { written, adopt }: WrittenDraft, uploads: Files): Elsewhere {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [arrival, setArrival] = useState<Arrival>();
  // What was sent takes along what was said of it.
  if (arrival && isNothing(written)) setArrival(undefined);
  const isAlone = useSyncExternalStore(watchApart, () => isApart(where));
  const latest = useRef({ written, adopt, uploads });
  useEffect(() => {
    latest.current = { written, adopt, uploads };
  });
  const put = useCallback((next: Written) => {
    const { adopt: take, uploads: files } = latest.current;
    take(next);
    files.clear();
    files.restore(next.attachments);
  }, []);
  const takes = useCallback(
    (together: Written, theirs: Written, from?: string) => {
      const { written: before, uploads: files } = latest.current;
      if (files.busy) return false;
      put(together);
      const next = { before, theirs, together };
      setArrival((earlier) =>
        isNothing(together) ? undefined : { ...next, from: from ?? earlier?.from, ...(earlier ? { earlier } : {}) },
      );
      return true;
    },
    [put],
  );

  useEffect(() => {
    // A message that is on its way is still a draft at the server.
    if (hasPendingIn(where)) return;
    const local = loadLocal(where);
    const isSaved = isNothing(local) || local.saved;
    let here = true;
    // Whoever has begun to type meanwhile goes on with that.
    const isUntouched = () => here && same(latest.current.written, local);
    // Not in the way of what one has come to read.
    const timer = setTimeout(() =>
      remotely(async ({ look, bringAlong, saveDraft }) => {
        if (!isSaved) {
          // Typed without a connection, before the page was loaded anew.
          if (same(loadLocal(where), local)) dispatch(saveDraft(where, local));
          return;
        }
        const from = isNothing(local) ? await dispatch(bringAlong(where)) : undefined;
        if (from !== undefined) {
          const moved = loadLocal(where);
          if (!isUntouched() || !takes(moved, moved, from)) move(where, from);
          // Whether the server has it is as it was.
          else saveLocal(where, moved);
          return;
        }
        const found = await dispatch(look(where));
        if (!found || !isUntouched()) return;
        goOnFrom(where, found.revision, found);
        if (!same(local, found)) takes(found, found);
      }),
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [where, dispatch, takes]);
  useEffect(() => {
    return hear(where, takes);
  }, [where, takes]);

  return {
    cameIn: arrival !== undefined,
    isApart: isAlone && !isNothing(written),
    refuse: () => {
      if (!arrival) return;
      remotely(({ refuse }) => {
        put(dispatch(refuse(where, arrival)));
        setArrival(undefined);
      });
    },
  };
}
