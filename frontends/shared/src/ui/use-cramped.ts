import { useCallback, useRef, useState } from "react";

/**
 * Whether a table has less room than so many rem, or than its longest words need: `const [box, cramped] = useCramped(40)`, where `box`
 * stands around the table and is as wide as there is room (`contain: inline-size`). What the table needed is remembered while it is not
 * shown. Measured before the first paint.
 */
export function useCramped(rem: number): readonly [(box: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [cramped, setCramped] = useState(false);
  const needed = useRef(0);
  const ref = useCallback(
    (box: HTMLElement | null) => {
      if (!box) return undefined;
      const measure = () => {
        const { width } = box.getBoundingClientRect();
        // What is hidden has no width, and comes back as it was.
        if (width === 0) return;
        const table = box.querySelector("table")?.offsetWidth ?? 0;
        if (table > Math.ceil(width)) needed.current = table;
        const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
        setCramped(width < Math.max(rem * unit, needed.current));
      };
      measure();
      if (typeof ResizeObserver === "undefined") return undefined;
      // Of its width when there is more room or less, of its height when there are other rows.
      const observer = new ResizeObserver(measure);
      observer.observe(box);
      return () => observer.disconnect();
    },
    [rem],
  );
  return [ref, cramped];
}
