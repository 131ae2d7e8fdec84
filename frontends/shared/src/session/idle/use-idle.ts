/** Watches whether the person is there: keeps the session alive while they are, and counts down when they are not. */
import { useCallback, useEffect, useRef, useState } from "react";
import { secondsUntil, warnSeconds } from "./clock";
import { keepAlive } from "./keep-alive";
import { endsAt, tabClock } from "./lasting";

/** What a person does, as the browser tells it. */
const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
/** The gateway is told of activity at most this often. */
const tellEveryMs = 60_000;
const tickMs = 1_000;

export interface Idle {
  /** Seconds left once the warning shows; undefined before. */
  readonly secondsLeft: number | undefined;
  /** The person goes on. */
  goOn(): void;
}

/** `onEnd` is called once, when the time is over. The answer that said who is signed in has set the clock already. */
export function useIdle(onEnd: () => void): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const active = useRef(false);
  const warned = useRef(false);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  const tell = useCallback(async () => {
    if ((await keepAlive()) === "ended") ended.current();
  }, []);

  useEffect(() => {
    let told = Date.now();
    let over = false;
    const tick = () => {
      const now = Date.now();
      const end = endsAt();
      if (over) return;
      if (end === undefined) {
        if (now - told >= tellEveryMs) {
          told = now;
          void tell();
        }
        return;
      }
      const left = secondsUntil(end, now);
      warned.current = left <= warnSeconds;
      setSecondsLeft(warned.current ? left : undefined);
      if (left === 0) {
        over = true;
        ended.current();
      } else if (active.current && !warned.current && now - told >= tellEveryMs) {
        active.current = false;
        told = now;
        void tell();
      }
    };
    // Once warned, only an answer to the warning counts: a hand on the mouse is not one.
    const sign = () => {
      if (!warned.current) active.current = true;
    };
    for (const each of signs) window.addEventListener(each, sign, { passive: true });
    const timer = setInterval(tick, tickMs);
    const unsubscribe = tabClock().subscribe(tick);
    return () => {
      for (const each of signs) window.removeEventListener(each, sign);
      clearInterval(timer);
      unsubscribe();
    };
  }, [tell]);

  return { secondsLeft, goOn: () => void tell() };
}
