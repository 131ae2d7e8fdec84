/**
 * When the session ends for want of use, known to all tabs of this browser: whoever of them asks the gateway tells the
 * others through the storage of the origin.
 */
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

export function createIdleClock(storage: Storage, now: () => number): IdleClock {
  return {
    endsAt() {
      const kept = Number(storage.getItem(key));
      return kept > 0 ? kept : undefined;
    },
    set: (secondsLeft) => storage.setItem(key, String(now() + secondsLeft * 1000)),
    clear: () => storage.removeItem(key),
    subscribe(changed) {
      const heard = (event: StorageEvent) => {
        if (event.key === key || event.key === null) changed();
      };
      window.addEventListener("storage", heard);
      return () => window.removeEventListener("storage", heard);
    },
  };
}

/** Whole seconds until `endsAt`, never below zero. */
export const secondsUntil = (endsAt: number, now: number) => Math.max(0, Math.ceil((endsAt - now) / 1000));

/** 125 seconds are 2 minutes and 5 seconds. */
export const minutesAndSeconds = (seconds: number) => ({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
