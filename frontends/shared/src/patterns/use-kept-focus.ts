/** Lists in groups: a row that comes to stand under another heading is drawn anew, and one that is listed no more is gone. */
import { type RefObject, useEffect, useRef } from "react";

interface Had {
  readonly element: HTMLElement;
  /** Of the row that it was in. */
  readonly row: string;
}

const rowOf = (element: HTMLElement) => element.closest<HTMLElement>("[data-row]")?.dataset.row;

/** What reads the same in the same row, wherever that stands now. */
function againOf({ element, row }: Had): HTMLElement | undefined {
  const place = [...document.querySelectorAll<HTMLElement>("[data-row]")].find((each) => each.dataset.row === row);
  return [...(place?.querySelectorAll<HTMLElement>("a, button") ?? [])].find(
    ({ textContent }) => textContent === element.textContent,
  );
}

/**
 * What had the focus in a row has it again where the row stands now, and `rest` has it where there is none any more. A row says by
 * `data-row` which one it is.
 */
export function useKeptFocus(rest: RefObject<HTMLElement | null>): void {
  const had = useRef<Had>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof HTMLElement ? rowOf(target) : undefined;
      had.current = row === undefined ? undefined : { element: target as HTMLElement, row };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  // With each drawing: rows may have gone in any of them.
  useEffect(() => {
    const before = had.current;
    if (before === undefined || before.element.isConnected) return;
    had.current = undefined;
    if (document.activeElement === document.body) (againOf(before) ?? rest.current)?.focus({ preventScroll: true });
  });
}
