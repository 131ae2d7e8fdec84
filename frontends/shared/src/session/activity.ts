/** What counts as a person's activity beside keys and pointers. Shells that show these pages may rely on it: docs/shells.md. */
import { useEffect } from "react";

/** Dispatched on `window` it counts as a key pressed: the person is there, and does something that the page cannot see. */
export const keepAliveEvent = "kajo:keep-alive";

const held = new Set<symbol>();

/** Whether something goes on that keeps the person here. */
export const isHeld = () => held.size > 0;

/** From now until the answer is called something goes on that needs no hand: a call, or the wait in a queue. */
function holdSession(): () => void {
  const hold = Symbol("hold");
  held.add(hold);
  return () => void held.delete(hold);
}

/** While a call is in progress or a place in a queue is kept, the session does not run out, though nobody touches anything. */
export function useSessionHeld(isOngoing: boolean): void {
  useEffect(() => {
    return isOngoing ? holdSession() : undefined;
  }, [isOngoing]);
}
