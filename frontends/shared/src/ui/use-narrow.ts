import { useCallback, useState } from "react";

/**
 * Whether an element is narrower than so many rem: `const [ref, narrow] = useNarrow(40)`. Of the element, not of the
 * window: a list beside a detail is narrow on a wide screen. Measured before the first paint.
 */
export function useNarrow(rem: number): readonly [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [narrow, setNarrow] = useState(false);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const measure = () => {
        const { width } = element.getBoundingClientRect();
        const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
        // What is hidden has no width, and comes back as it was.
        if (width > 0) setNarrow(width < rem * unit);
      };
      measure();
      if (typeof ResizeObserver === "undefined") return undefined;
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rem],
  );
  return [ref, narrow];
}
