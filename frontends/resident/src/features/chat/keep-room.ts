/**
 * Keeps in `--dock-height` how much of the window an element along its foot takes, so that the page scrolls what has the focus above it (WCAG 2.2,
 * 2.4.11). A `ref`: answers with what ends it.
 */
export function keepRoom(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const measure = () => style.setProperty("--dock-height", `${element.offsetHeight}px`);
  measure();
  const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
  observer?.observe(element);
  return () => {
    observer?.disconnect();
    style.removeProperty("--dock-height");
  };
}
