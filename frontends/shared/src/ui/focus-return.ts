/**
 * Back and forward return the focus to the link by which that page was left, as they return to its place: who reads a list row by row
 * goes on where they were.
 */
import type { AnyRouter } from "@tanstack/react-router";
import { noteReturn } from "./returning";

/** A list that has to be fetched anew comes within this time, or the focus stays where the page put it. */
const patienceMs = 5_000;

/** A press, and where in the history it was made. */
export interface Press {
  readonly state: object;
  readonly target: EventTarget | null;
}

/** Begins to follow the history of an app; once, at the latest with its `first` press. Answers with what ends it. */
export function returnFocus(router: AnyRouter, first?: Press): () => void {
  const leftBy = new Map<number, string>();
  let giveUp = () => {};
  const note = ({ state, target }: Press) => {
    const href = target instanceof Element ? target.closest("a[href]")?.getAttribute("href") : undefined;
    if (href) leftBy.set(placeOf(state), href);
  };
  if (first) note(first);
  const here = () => router.history.location.state;
  const remember = ({ target }: MouseEvent) => note({ state: here(), target });
  document.addEventListener("click", remember, { capture: true });
  const ended = router.history.subscribe(({ action }: { readonly action: { readonly type: string } }) => {
    giveUp();
    const href = action.type === "PUSH" || action.type === "REPLACE" ? undefined : leftBy.get(placeOf(here()));
    noteReturn(href !== undefined);
    if (href !== undefined) giveUp = focusWhenThere(router, href);
  });
  return () => {
    giveUp();
    ended();
    document.removeEventListener("click", remember, { capture: true });
    noteReturn(false);
  };
}

const placeOf = (state: object) => (state as { readonly __TSR_index?: number }).__TSR_index ?? 0;

/** Puts the focus on the link once the page has it, unless the person does something before. */
function focusWhenThere(router: AnyRouter, href: string): () => void {
  const look = () => {
    const link = [...document.querySelectorAll<HTMLElement>("main a[href]")].find(
      (each) => each.getAttribute("href") === href,
    );
    if (!link) return;
    end();
    link.focus({ preventScroll: true });
    // Where the page could not be put back to its place.
    link.scrollIntoView({ block: "nearest" });
  };
  const watcher = new MutationObserver(look);
  const drawn = router.subscribe("onResolved", () => {
    look();
    watcher.observe(document.body, { childList: true, subtree: true });
  });
  const end = () => {
    drawn();
    watcher.disconnect();
    clearTimeout(timer);
    for (const kind of ["keydown", "pointerdown"]) document.removeEventListener(kind, end, { capture: true });
  };
  const timer = setTimeout(end, patienceMs);
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, end, { capture: true });
  return end;
}
