/** Watches whether the person is there: keeps the session alive while they are, and counts down when they are not. */
import { useCallback, useEffect, useRef, useState } from "react";
import { createIdleClock, secondsUntil, warnSeconds } from "./clock";
import { keepAlive } from "./keep-alive";

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

/** `signedIn`: whether there is a session to watch. `onEnd` is called once, when the time is over. */
export function useIdle(onEnd: () => void): Idle {
  const [clock] = useState(() => createIdleClock(window.localStorage, Date.now));
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const active = useRef(false);
  const warned = useRef(false);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  // What an earlier session left behind says nothing: nothing is known before the gateway has answered here once.
  const known = useRef(false);

  const tell = useCallback(async () => {
    const answer = await keepAlive();
    if (answer === "ended") ended.current();
    else if (answer !== "unreachable") {
      clock.set(answer.seconds);
      known.current = true;
    }
  }, [clock]);

  useEffect(() => {
    let told = Date.now();
    let over = false;
    void tell();
    const tick = () => {
      const now = Date.now();
      const endsAt = known.current ? clock.endsAt() : undefined;
      if (over) return;
      if (endsAt === undefined) {
        if (now - told >= tellEveryMs) {
          told = now;
          void tell();
        }
        return;
      }
      const left = secondsUntil(endsAt, now);
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
    const unsubscribe = clock.subscribe(tick);
    return () => {
      for (const each of signs) window.removeEventListener(each, sign);
      clearInterval(timer);
      unsubscribe();
    };
  }, [clock, tell]);

  return { secondsLeft, goOn: () => void tell() };
}
