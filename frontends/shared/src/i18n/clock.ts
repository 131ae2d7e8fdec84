/** What the clocks of Finland do, for those whose own clock does something else, and for the night in which they are changed. */
import { dayKey, timeText } from "./dates";

const hourMs = 3_600_000;

/** What the clock of Finland is ahead of UTC at a moment, in minutes. */
function finlandAhead(at: Date): number {
  const shown = Date.parse(`${dayKey(at)}T${timeText("fi", at)}:00Z`);
  return Math.round((shown - at.getTime()) / 60_000);
}

/** The browser's clock shows another time than Finland's does at that moment: then the time is said to be Finland's. */
export function isAbroad(at: Date): boolean {
  return -at.getTimezoneOffset() !== finlandAhead(at);
}

/** Which of the two a time is that the clock shows twice, when summer ends; undefined: it is shown once. */
export function clockChange(at: Date): "summer" | "winter" | undefined {
  const ahead = finlandAhead(at);
  if (finlandAhead(new Date(at.getTime() + hourMs)) < ahead) return "summer";
  if (finlandAhead(new Date(at.getTime() - hourMs)) > ahead) return "winter";
  return undefined;
}
