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

/** Goes down the page and back: some of it is fetched only once it comes into sight. */
async function seeAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { scrollY } = window;
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    window.scrollTo(0, scrollY);
  });
  await settled(page);
}

/** The page as it is now in each look, down to its end: of an open dialog what is in the window. */
async function takeLooks(page: Page, app: string, screen: string, language: string): Promise<Picture[]> {
  mkdirSync(join(folder, app), { recursive: true });
  const width = page.viewportSize()?.width;
  const fullPage = (await page.getByRole("dialog").or(page.getByRole("alertdialog")).count()) === 0;
  if (fullPage) await seeAll(page);
  // Nothing is pointed at.
  await page.mouse.move(0, 0);
  const taken: Picture[] = [];
  for (const theme of looks) {
    await page.evaluate(async (wanted) => {
      document.documentElement.dataset.theme = wanted;
      await document.fonts.ready;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }, theme);
    const file = join(folder, app, `${screen}.${language}.${width}.${theme}.jpg`);
    await page.screenshot({ path: file, type: "jpeg", quality: 70, fullPage });
    taken.push({ screen, caption: `${language} ${width} ${theme}`, file });
  }
  return taken;
}

/** What was typed for another picture is not found in this one. */
async function forgetEdits(page: Page): Promise<void> {
  if (!page.url().startsWith("http")) return;
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith("kajo.draft.edit.")) sessionStorage.removeItem(key);
  });
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
    await forgetEdits(page);
    await page.goto(url);
    await settled(page);
    await reach?.(page);
    taken.push(...(await takeLooks(page, app, screen, language)));
  }
  return taken;
}
