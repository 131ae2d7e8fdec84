import { expect, it } from "vitest";
import { holdStill } from "../src/thread/scroll-position/hold-still";

/** The height of what scrolls, and of the form below the thread: its button stands in its middle. */
const [windowHeight, formHeight] = [500, 200];

/** A thread of some height with a form below it, which jsdom does not lay out. */
function page(thread: number, scrolled: number) {
  const height = { thread };
  const part = document.createElement("div");
  const form = document.createElement("form");
  const button = document.createElement("button");
  part.style.overflowY = "auto";
  part.append(form);
  form.append(button);
  document.body.append(part);
  let at = scrolled;
  const room = () => Number.parseFloat(form.style.marginBlockEnd) || 0;
  const scroll = (to: number) => {
    at = Math.max(0, Math.min(to, height.thread + formHeight + room() - windowHeight));
  };
  Object.defineProperty(part, "scrollTop", { get: () => at });
  part.scrollTo = ((options: ScrollToOptions) => scroll(options.top ?? 0)) as typeof part.scrollTo;
  button.getBoundingClientRect = () => new DOMRect(10, height.thread + formHeight / 2 - at, 100, 40);
  return { height, form, button, top: () => button.getBoundingClientRect().top };
}

const picture = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const point = (x: number, y: number) => window.dispatchEvent(new MouseEvent("pointermove", { clientX: x, clientY: y }));

it.each([
  ["long", 3_000, 2_700],
  ["short", 100, 0],
])(
  "R-19 keeps the button of a %s thread where it was pressed, until the pointer leaves it",
  async (_, thread, scrolled) => {
    const { height, form, button, top } = page(thread, scrolled);
    const pressed = top();
    holdStill(button, form);
    height.thread += 120;
    await picture();
    expect(top()).toBe(pressed);
    // Its code comes, and then the thread has it.
    height.thread += 30;
    await picture();
    expect(top()).toBe(pressed);
    point(50, pressed + 20);
    height.thread -= 40;
    await picture();
    expect(top()).toBe(pressed);
    point(50, pressed - 100);
    height.thread += 60;
    await picture();
    expect(top()).toBe(pressed + 60);
  },
);
