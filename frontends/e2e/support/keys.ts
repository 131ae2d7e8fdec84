/** Going through a page by its keys alone, from where the focus is. */
import type { Page } from "playwright-core";

interface Stop {
  readonly tag: string;
  readonly name: string;
  /** Whether the browser draws something around it. */
  readonly seen: boolean;
}

/** Where the focus is. The name is what stands there, or what a label or the accessibility tree says of it. */
export function stop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const labels = (element as HTMLInputElement).labels;
    // A field of several parts shows it on the frame around them.
    const drawn = [element, element.parentElement ?? element].map((each) => getComputedStyle(each));
    return {
      tag: element.tagName.toLowerCase(),
      name: (
        element.getAttribute("aria-label") ??
        ([...(labels ?? [])].map(({ textContent }) => textContent).join(" ") || (element.textContent ?? ""))
      ).trim(),
      seen: drawn.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      ),
    };
  });
}

/** Presses Tab until something of this name has the focus; every stop on the way must be seen. */
export async function tabTo(page: Page, name: RegExp, key = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const at = await stop(page);
    // A heading takes the focus when its page comes, to be read from there: nothing can be done on it.
    if (at.tag !== "body" && at.tag !== "h1" && !at.seen)
      throw new Error(`the focus is not seen on ${at.tag} "${at.name}"`);
    // The page itself holds every text; it is where the focus is between its last stop and its first.
    if (at.tag !== "body" && name.test(at.name)) return;
    passed.push(at.name);
  }
  throw new Error(`${name} is not to be reached; passed ${passed.join(" | ")}`);
}

export async function enter(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Chooses in the browser's own list by typing the beginning of what is wanted. */
export async function pick(page: Page, list: RegExp, beginning: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(beginning);
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();
