import type { MenuSide } from "./DisclosureMenu";

/** Turns an open list to the other edge of its button where the pane that shows it would cut it off at the given one. */
export function keepInPane(list: HTMLElement | null, side: MenuSide): void {
  if (!list || list.hidden) return;
  list.setAttribute("data-side", side);
  let pane = list.parentElement;
  while (pane && getComputedStyle(pane).overflowX === "visible") pane = pane.parentElement;
  const { left, right } = (pane ?? document.documentElement).getBoundingClientRect();
  const is = list.getBoundingClientRect();
  if (side === "start" && is.right > right) list.setAttribute("data-side", "end");
  if (side === "end" && is.left < left) list.setAttribute("data-side", "start");
}
