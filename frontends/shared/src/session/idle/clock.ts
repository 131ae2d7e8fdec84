/**
 * When the session ends for want of use, known to all tabs of this browser: whoever of them asks the gateway tells the
 * others through the storage of the origin. Where there is none, each tab knows what it has heard itself.
 */
import type { Kept } from "../../storage/kept";

const key = "kajo.session.ends-at";

/** Seconds before the end at which the person is warned. */
export const warnSeconds = 120;

export interface IdleClock {
  /** Milliseconds since 1970; undefined while nobody is signed in. */
  endsAt(): number | undefined;
  /** The gateway said how long the session lasts from now. */
  set(secondsLeft: number): void;
  /** Somebody has signed out in this tab: so have the others. */
  clear(): void;
  /** Told of changes by other tabs. */
  subscribe(changed: () => void): () => void;
}

export function createIdleClock(kept: Kept, now: () => number): IdleClock {
  return {
    endsAt() {
      const at = Number(kept.get(key));
      return at > 0 ? at : undefined;
    },
    set: (secondsLeft) => kept.set(key, String(now() + secondsLeft * 1000)),
    clear: () => kept.remove(key),
    subscribe: (changed) => kept.subscribe(key, changed),
  };
}

/** Whole seconds until `endsAt`, never below zero. */
export const secondsUntil = (endsAt: number, now: number) => Math.max(0, Math.ceil((endsAt - now) / 1000));

/** 125 seconds are 2 minutes and 5 seconds. */
export const minutesAndSeconds = (seconds: number) => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
