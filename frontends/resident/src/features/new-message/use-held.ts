import { beforeSignOut } from "@kajo/shared/session";
import { useCallback, useEffect, useRef, useState } from "react";

/** How long it can be taken back, in milliseconds: as long as an answer can. */
const holdMs = 5_000;

export interface Held<T> {
  readonly value: T | undefined;
  readonly hold: (value: T) => void;
  readonly takeBack: () => void;
  readonly sendNow: () => void;
}

/**
 * Holds what is to be sent for a moment in which it can be taken back. Whoever leaves the page, signs out or goes on for another person
 * meanwhile has not done so.
 */
export function useHeld<T>(send: (value: T) => Promise<unknown>): Held<T> {
  const [value, setValue] = useState<T>();
  const waiting = useRef<T>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(send);
  const underway = useRef<Promise<unknown>>(undefined);
  useEffect(() => {
    latest.current = send;
  });

  const take = useCallback(() => {
    clearTimeout(timer.current);
    const taken = waiting.current;
    waiting.current = undefined;
    setValue(undefined);
    return taken;
  }, []);
  const sendNow = useCallback(() => {
    const taken = take();
    if (taken !== undefined) underway.current = latest.current(taken);
  }, [take]);
  const hold = useCallback(
    (next: T) => {
      waiting.current = next;
      setValue(next);
      timer.current = setTimeout(sendNow, holdMs);
    },
    [sendNow],
  );
  useEffect(() => sendNow, [sendNow]);
  useEffect(
    () =>
      beforeSignOut(async () => {
        sendNow();
        await underway.current;
      }),
    [sendNow],
  );
  return { value, hold, takeBack: useCallback(() => void take(), [take]), sendNow };
}
