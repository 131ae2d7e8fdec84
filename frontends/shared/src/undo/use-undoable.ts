import { useCallback, useEffect, useRef, useState } from "react";
import { type Undoable, undoable } from "./undoable";

export interface UndoableValue<T> {
  /** What can still be taken back. */
  readonly value: T | undefined;
  readonly start: (value: T) => void;
  readonly takeBack: () => void;
  readonly flush: () => void;
}

/** Does something with a value in a moment, and can take it back until then. Whoever leaves the page meanwhile has not taken it back. */
export function useUndoable<T>(ms: number, run: (value: T) => Promise<unknown>): UndoableValue<T> {
  const [value, setValue] = useState<T>();
  const current = useRef<Undoable>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const start = useCallback(
    (next: T) => {
      setValue(next);
      current.current = undoable(ms, () => {
        setValue(undefined);
        return latest.current(next);
      });
    },
    [ms],
  );
  const takeBack = useCallback(() => {
    if (current.current?.takeBack()) setValue(undefined);
  }, []);
  const flush = useCallback(() => void current.current?.flush(), []);
  useEffect(() => flush, [flush]);
  return { value, start, takeBack, flush };
}
