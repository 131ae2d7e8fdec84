/** No page shows the id of a text in the place of the text: the apps say in the console which one they miss. */
import type { BrowserContext } from "playwright-core";
import { afterEach, expect } from "vitest";

const missing: string[] = [];

/** Notes what the pages of this browser miss from now on. */
export function noteMissingTexts(context: BrowserContext): void {
  context.on("console", (message) => {
    if (message.text().includes("MISSING_TRANSLATION")) missing.push(message.text());
  });
}

afterEach(() => {
  expect(missing.splice(0)).toEqual([]);
});
