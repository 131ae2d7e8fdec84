/**
 * What counts as a person's activity beside keys and pointers, and what goes when they are away for too long. Shells that show these pages may
 * rely on it: docs/shells.md.
 */
import { useEffect } from "react";

/** Dispatched on `window` it counts as a key pressed: the person is there, and does something that the page cannot see. */
export const keepAliveEvent = "kajo:keep-alive";

const held = new Set<symbol>();
const unkept = new Set<symbol>();

/** Whether something goes on that keeps the person here. */
export const isHeld = () => held.size > 0;

/** Whether something is typed that is kept nowhere: it goes when the session ends. */
export const isUnkept = () => unkept.size > 0;

/** From now until the answer is called. */
function noteIn(notes: Set<symbol>): () => void {
  const note = Symbol("note");
  notes.add(note);
  return () => void notes.delete(note);
}

/** While a call is in progress or a place in a queue is kept, the session does not run out, though nobody touches anything. */
export function useSessionHeld(isOngoing: boolean): void {
  useEffect(() => {
    return isOngoing ? noteIn(held) : undefined;
  }, [isOngoing]);
}

/** While something is typed that is kept nowhere, the warning before the session ends says that it goes. */
export function useUnkept(isTyped: boolean): void {
  useEffect(() => {
    return isTyped ? noteIn(unkept) : undefined;
  }, [isTyped]);
}
