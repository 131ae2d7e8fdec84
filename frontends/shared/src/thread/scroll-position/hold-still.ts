/** What was pressed stays under a pointer that rests, whatever comes or goes above it: a second press meets the same again. */
import { scrolledBy } from "./scroller";

let letGo = () => {};

/** Holds it until the pointer leaves it, or something is typed or scrolled. `room` grows at its end where the page is too short to scroll. */
export function holdStill(pressed: HTMLElement, room: HTMLElement): void {
  letGo();
  const { top } = pressed.getBoundingClientRect();
  const part = scrolledBy(pressed);
  const over = new AbortController();
  const { signal } = over;
  letGo = () => over.abort();
  const elsewhere = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { left, right, top: above, bottom } = pressed.getBoundingClientRect();
    if (x < left || x > right || y < above || y > bottom) letGo();
  };
  for (const points of ["pointermove", "pointerdown"] as const) {
    window.addEventListener(points, elsewhere, { signal, passive: true });
  }
  for (const ends of ["wheel", "touchmove", "keydown"]) {
    window.addEventListener(ends, letGo, { signal, passive: true });
  }
  const hold = () => {
    if (pressed.isConnected) scrollOn(part, pressed.getBoundingClientRect().top - top, room);
    else letGo();
  };
  // As soon as something comes or goes: a press that falls between that and the next picture meets the same as well.
  const watch = new MutationObserver(hold);
  watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  signal.addEventListener("abort", () => watch.disconnect());
  // And before each picture, for what moves it otherwise: a picture that was fetched, a window that is another size.
  const look = () => {
    if (signal.aborted) return;
    hold();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Scrolls as far as it moved, also beyond the end of a page that is too short for that. */
function scrollOn(part: Element, by: number, room: HTMLElement): void {
  if (Math.abs(by) < 1) return;
  const goal = part.scrollTop + by;
  part.scrollTo({ top: goal, behavior: "instant" });
  // More than once: at first it may only fill what was left free above the foot of the page.
  for (let tries = 0; tries < 5 && goal - part.scrollTop >= 1; tries += 1) {
    const grown = Number.parseFloat(room.style.marginBlockEnd) || 0;
    room.style.marginBlockEnd = `${grown + Math.ceil(goal - part.scrollTop)}px`;
    part.scrollTo({ top: goal, behavior: "instant" });
  }
}
