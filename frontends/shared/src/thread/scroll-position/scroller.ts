/** What scrolls around a thread: the window, or a part of the page that scrolls by itself. */

export interface Scroller {
  /** What is in sight, in the coordinates of the window. */
  view(): { readonly top: number; readonly bottom: number };
  /** Told whenever it was scrolled or changed its size; answers with how to stop. */
  follow(changed: () => void): () => void;
}

export function scrollerOf(element: Element): Scroller {
  const part = partAround(element);
  if (part) return scrolledPart(part);
  return { view: () => ({ top: 0, bottom: window.innerHeight }), follow: (changed) => follow(window, changed) };
}

/** What has to be scrolled to move an element. */
export const scrolledBy = (element: Element): Element =>
  partAround(element) ?? document.scrollingElement ?? document.documentElement;

function partAround(element: Element): HTMLElement | undefined {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return undefined;
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
