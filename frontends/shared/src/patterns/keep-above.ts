/**
 * Keeps in `--above` how far down its page an element begins, so that it can fill the rest of the window whatever stands
 * over it: a head, a notice that comes and goes. Answers with what ends it.
 */
export function keepAbove(element: HTMLElement): () => void {
  const measure = () => {
    const { top } = element.getBoundingClientRect();
    element.style.setProperty("--above", `${Math.round(top + window.scrollY)}px`);
  };
  measure();
  if (typeof ResizeObserver === "undefined") return () => {};
  // In a frame of its own: measuring changes what is observed.
  const observer = new ResizeObserver(() => requestAnimationFrame(measure));
  for (const each of [document.body, element.parentElement]) if (each) observer.observe(each);
  return () => observer.disconnect();
}
