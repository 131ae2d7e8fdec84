/** What scrolls around a thread: the window, or a part of the page that scrolls by itself. */

export interface Scroller {
  /** What is in sight, in the coordinates of the window. */
  view(): { readonly top: number; readonly bottom: number };
  /** Told whenever it was scrolled or changed its size; answers with how to stop. */
  follow(changed: () => void): () => void;
}

export function scrollerOf(element: Element): Scroller {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return scrolledPart(parent);
  }
  return { view: () => ({ top: 0, bottom: window.innerHeight }), follow: (changed) => follow(window, changed) };
}

function scrolledPart(part: HTMLElement): Scroller {
  return {
    view() {
      const { top, bottom } = part.getBoundingClientRect();
      return { top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
    },
    follow: (changed) => follow(part, changed),
  };
}

function follow(target: Window | HTMLElement, changed: () => void): () => void {
  target.addEventListener("scroll", changed, { passive: true });
  window.addEventListener("resize", changed);
  return () => {
    target.removeEventListener("scroll", changed);
    window.removeEventListener("resize", changed);
  };
}
