/** Watches whether the person is there: keeps the session alive while they are, and counts down when they are not. */
import { useCallback, useEffect, useRef, useState } from "react";
import { isHeld, keepAliveEvent } from "../activity";
import { secondsUntil, warnSeconds } from "./clock";
import { keepAlive } from "./keep-alive";
import { endsAt, tabClock } from "./lasting";

/** What a person does, as the browser tells it, or a shell around the page. */
const signs = ["pointerdown", "keydown", "wheel", "touchstart", keepAliveEvent] as const;
/** The gateway is told of activity at most this often. */
const tellEveryMs = 60_000;
/** With the end near it is told again soon: one answer may get lost. */
const retellEveryMs = 5_000;
const tickMs = 1_000;

export interface Idle {
  /** Seconds left once the warning shows; undefined before. */
  readonly secondsLeft: number | undefined;
  /** The person goes on. */
  goOn(): void;
}

/** Why it is over: nobody has used it, or it was ended from another tab. */
export type End = "idle" | "elsewhere";

/** `onEnd` is called when the session is over. The answer that said who is signed in has set the clock already. */
export function useIdle(onEnd: (why: End) => void): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const active = useRef(false);
  const warned = useRef(false);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });

  const over = useRef(false);
  const end = useCallback((why: End) => {
    if (over.current) return;
    over.current = true;
    ended.current(why);
  }, []);
  const tell = useCallback(async () => {
    if ((await keepAlive()) === "ended") end("elsewhere");
  }, [end]);

  useEffect(() => {
    let told = Date.now();
    let retold = 0;
    const tick = () => {
      const now = Date.now();
      const at = endsAt();
      if (over.current) return;
      if (at === undefined) {
        if (now - told >= tellEveryMs) {
          told = now;
          void tell();
        }
        return;
      }
      const left = secondsUntil(at, now);
      if (isHeld()) active.current = true;
      // A page that slept through a call, or one that a call comes to just now: nobody is asked whether they are there.
      if (left <= warnSeconds && left > 0 && isHeld()) {
        if (now - retold >= retellEveryMs) {
          retold = now;
          told = now;
          void tell();
        }
        return;
      }
      warned.current = left <= warnSeconds;
      setSecondsLeft(warned.current ? left : undefined);
      if (left === 0) end("idle");
      else if (active.current && !warned.current && now - told >= tellEveryMs) {
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
    // A clock that is gone was cleared by another tab, where somebody has signed out.
    const unsubscribe = tabClock().subscribe(() => (endsAt() === undefined ? void tell() : tick()));
    return () => {
      for (const each of signs) window.removeEventListener(each, sign);
      clearInterval(timer);
      unsubscribe();
    };
  }, [tell, end]);

  return { secondsLeft, goOn: () => void tell() };
}
