/** Pictures of what a page shows, on a phone and a desk, light and dark. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { settled } from "../support/page";
import type { Picture } from "./sheet";

export const folder = join(import.meta.dirname, "../../../.local/pictures");

const looks = ["light", "dark"] as const;

/** The windows: a phone, a desk. */
const windows = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
] as const;

/** What is in the window now, in each look; `name` says the rest. */
async function takeLooks(page: Page, app: string, screen: string, language: string): Promise<Picture[]> {
  mkdirSync(join(folder, app), { recursive: true });
  const width = page.viewportSize()?.width;
  const taken: Picture[] = [];
  for (const theme of looks) {
    await page.evaluate(async (wanted) => {
      document.documentElement.dataset["theme"] = wanted;
      await document.fonts.ready;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }, theme);
    const file = join(folder, app, `${screen}.${language}.${width}.${theme}.jpg`);
    await page.screenshot({ path: file, type: "jpeg", quality: 70 });
    taken.push({ screen, caption: `${language} ${width} ${theme}`, file });
  }
  return taken;
}

/** A page as it comes. `reach` brings it into the state that is wanted. */
export async function take(
  page: Page,
  app: string,
  screen: string,
  language: string,
  url: string,
  reach?: (page: Page) => Promise<unknown>,
): Promise<Picture[]> {
  const taken: Picture[] = [];
  for (const window of windows) {
    await page.setViewportSize(window);
    await page.goto(url);
    await settled(page);
    await reach?.(page);
    taken.push(...(await takeLooks(page, app, screen, language)));
  }
  return taken;
}
