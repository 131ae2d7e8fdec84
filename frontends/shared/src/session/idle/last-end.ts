/** Why the last session of this tab ended, for the sign-in page. */
const key = "kajo.session.ended";

export const noteIdleEnd = () => window.sessionStorage.setItem(key, "idle");

/** Whether the session ended because nobody used it; told once. */
export function takeIdleEnd(): boolean {
  const idle = window.sessionStorage.getItem(key) === "idle";
  window.sessionStorage.removeItem(key);
  return idle;
}
