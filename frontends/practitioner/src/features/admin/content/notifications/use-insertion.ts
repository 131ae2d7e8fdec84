import { type RefObject, useEffect, useRef } from "react";

/**
 * The field, and what puts words where its cursor was last; at its end where nobody was in it yet. Each by itself: in one object both would count
 * as the ref, which nothing may read while a page is drawn (`react/refs`).
 */
type Insertion<Field> = readonly [RefObject<Field | null>, (words: string) => void];

/** Words that a button beside a text puts into it. */
export function useInsertion<Field extends HTMLInputElement | HTMLTextAreaElement>(): Insertion<Field> {
  const ref = useRef<Field>(null);
  const hasCursor = useRef(false);
  useEffect(() => {
    const { current } = ref;
    const entered = () => {
      hasCursor.current = true;
    };
    current?.addEventListener("focus", entered);
    return () => current?.removeEventListener("focus", entered);
  }, []);
  const insert = (words: string) => {
    const { current } = ref;
    if (!current) return;
    const isFirst = !hasCursor.current;
    current.focus();
    if (isFirst) current.setSelectionRange(current.value.length, current.value.length);
    // As if it had been typed: the browser can take it back, and tells of it as of any input.
    document.execCommand("insertText", false, words);
  };
  return [ref, insert];
}
