/** Why the last session of this tab ended, for the sign-in page. */
import { inTab } from "../../storage/kept";

const key = "kajo.session.ended";

export const noteIdleEnd = () => inTab.set(key, "idle");

/** Whether the session ended because nobody used it; told once. */
export function takeIdleEnd(): boolean {
  const idle = inTab.get(key) === "idle";
  inTab.remove(key);
  return idle;
}
