/** What a page tells of itself, read at once. */
import type { Page } from "playwright-core";

export interface PageState {
  readonly heading: string;
  readonly lang: string;
  readonly title: string;
  /** How far the page is wider than the window, in pixels. */
  readonly overflow: number;
  /** Visible words that look like the key of a text. */
  readonly keys: readonly string[];
  /** Links and buttons smaller than 24 px on a side that do not stand in a line of text. */
  readonly small: readonly string[];
}

/** Waits until the page has its heading and nothing is being fetched for it. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (document.querySelector("main h1")?.textContent ?? "") !== "" &&
      document.querySelector("main [role=status] [aria-hidden]") === null,
  );
}

/** How long the app may take to put itself in the place of the text that came with the page, which names no page in its title. */
const drawnWithinMs = 10_000;

export async function stateOf(page: Page): Promise<PageState> {
  const named = () => document.title.includes(document.querySelector("main h1")?.textContent || "no heading yet");
  // A title that never names its page is seen by whoever asked.
  await page.waitForFunction(named, undefined, { timeout: drawnWithinMs }).catch(() => {});
  return page.evaluate(() => {
    const texts = document.getElementById("root")?.textContent ?? "";
    const visible = (element: Element) => element.getClientRects().length > 0;
    const small = [...document.querySelectorAll("a[href], button, select, input, textarea")]
      .filter((element) => visible(element) && !element.closest("p, label, [hidden]"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => (box.width < 24 || box.height < 24) && box.width > 1)
      .map(({ element, box }) => `${element.textContent} ${Math.round(box.width)}×${Math.round(box.height)}`);
    return {
      heading: document.querySelector("main h1")?.textContent ?? "",
      lang: document.documentElement.lang,
      title: document.title,
      overflow: document.documentElement.scrollWidth - window.innerWidth,
      keys: texts.match(/\b(?:planned|landing|menu|nav|errors?|ui|admin|settings)\.[a-z][\w.]+/gi) ?? [],
      small,
    };
  });
}
