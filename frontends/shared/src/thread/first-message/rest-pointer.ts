/** How long, in milliseconds: longer than the second press of whoever presses twice takes to come. */
const restMs = 700;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The focus stays where it is, and no word is marked. */
const stay = (event: MouseEvent) => event.preventDefault();

/**
 * For a moment the pointer meets nothing: the page moves under it, and a second press would do what nobody meant. Keys do what
 * they do.
 */
export function restPointer(): void {
  clearTimeout(timer);
  document.body.style.pointerEvents = "none";
  document.addEventListener("mousedown", stay);
  timer = setTimeout(() => {
    document.body.style.pointerEvents = "";
    document.removeEventListener("mousedown", stay);
  }, restMs);
}
