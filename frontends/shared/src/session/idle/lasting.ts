/** What this tab has heard of the end of its session: each answer about it says so in its head. */
import { inBrowser } from "../../storage/kept";
import { createIdleClock, type IdleClock } from "./clock";

/** How long the session lasts from now when nobody uses it. */
const secondsHeader = "x-kajo-session-seconds";

let clock: IdleClock | undefined;
let heard = false;

/** The clock that all tabs share. */
export function tabClock(): IdleClock {
  clock ??= createIdleClock(inBrowser, Date.now);
  return clock;
}

/** What an earlier session left on the clock says nothing: nothing is known before this tab has heard of its own. */
export const endsAt = () => (heard ? tabClock().endsAt() : undefined);

/** Sets the clock by an answer; false when it does not say. */
export function hearLasting(headers: Headers): boolean {
  const seconds = Number(headers.get(secondsHeader));
  if (!(seconds > 0)) return false;
  tabClock().set(seconds);
  heard = true;
  return true;
}
