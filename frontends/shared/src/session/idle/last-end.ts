/** Why the last session of this tab ended, for the sign-in page. */
import { inTab } from "../../storage/kept";
import { isUnkept } from "../activity";

const key = "kajo.session.ended";

export const noteIdleEnd = () => inTab.set(key, isUnkept() ? "lost" : "kept");

/** Whether the session ended because nobody used it, and what became of what was typed; told once. */
export function takeIdleEnd(): "kept" | "lost" | undefined {
  const end = inTab.get(key);
  inTab.remove(key);
  return end === "kept" || end === "lost" ? end : undefined;
}
