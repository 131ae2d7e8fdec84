import { beforeSignOut } from "../session/unfinished-work";
import { Countdown } from "./countdown";

/** Something that is done in a moment, and can be taken back until then. */
export interface Undoable {
  /** Does it now; while it is being done, answers with that. Does nothing once it was taken back. */
  readonly flush: () => Promise<void>;
  /** False when it is being done already, or is done. */
  readonly takeBack: () => boolean;
  /** Time stands still while somebody is about to decide. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Does something when the time to take it back is over, for commands that the server cannot take back; before that when somebody signs out.
 * `onPageHide` is called when the page goes before it is done to its end.
 */
export function undoable(ms: number, run: () => Promise<unknown>, onPageHide?: () => void): Undoable {
  let running: Promise<void> | undefined;
  let isTakenBack = false;
  const flush = (): Promise<void> => {
    if (isTakenBack) return Promise.resolve();
    time.stop();
    running ??= run().then(end, (error: unknown) => {
      end();
      throw error;
    });
    return running;
  };
  const time = new Countdown(ms, () => void flush());
  const stay = beforeSignOut(flush);
  if (onPageHide) window.addEventListener("pagehide", onPageHide);
  const end = () => {
    stay();
    if (onPageHide) window.removeEventListener("pagehide", onPageHide);
  };
  const isWaiting = () => running === undefined && !isTakenBack;
  return {
    flush,
    takeBack() {
      if (!isWaiting()) return false;
      isTakenBack = true;
      time.stop();
      end();
      return true;
    },
    pause: () => time.pause(),
    resume() {
      if (isWaiting()) time.resume();
    },
  };
}
