/**
 * What the pages showed when a test failed, in the test's own report and as pictures beside it: what fails once in a hundred runs must
 * tell why the first time.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { openPages } from "./browser";
import { lastCalls } from "./calls";
import { tablesAreBack } from "./database";

const folder = join(process.env.KAJO_REPORTS ?? "../../.local/reports", "failed");

/** From where people read on, in characters: the end of a long page is seldom what matters. */
const shownAtMost = 3_000;

/** Longer lines are cut where the failures of a whole run are summed up (tools/local/reports.py). */
const lineWidth = 230;

/** How long a page that is stuck is waited for, in milliseconds. */
const patienceMs = 5_000;

afterEach(async ({ task }) => {
  const error = task.result?.errors?.[0];
  if (error === undefined) return;
  // The message of what was not equal tells no more than how long a list is.
  const shown: string[] = error.actual ? ["It was:", ...linesOf(String(error.actual).slice(0, shownAtMost))] : [];
  const pages = await openPages();
  for (const [number, page] of pages.entries()) {
    const name = `${task.name.replaceAll(/[^\p{L}\d]+/gu, "-").slice(0, 60)}-${number}.png`;
    await page.screenshot({ path: join(folder, name), timeout: patienceMs }).catch(() => {});
    shown.push(await shownBy(page));
  }
  // A browser that hangs must not keep what comes next waiting; what the test did to others, it takes back once its pages are gone.
  await inTime(Promise.allSettled(pages.map((page) => page.context().close())));
  await inTime(tablesAreBack());
  error.message = [error.message, ...shown].join("\n");
});

const inTime = (what: Promise<unknown>) => Promise.race([what, sleep(patienceMs)]);

async function shownBy(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  const snapshot = await page.locator("body").ariaSnapshot({ timeout: patienceMs }).catch(String);
  const read = snapshot.slice(Math.max(0, snapshot.indexOf("- main"))).slice(0, shownAtMost);
  return [`${pathname} showed:`, ...linesOf(read), "It had asked for:", ...linesOf(lastCalls(page))].join("\n");
}

const linesOf = (text: string): readonly string[] =>
  text.replaceAll(/\s+/g, " ").match(new RegExp(`.{1,${lineWidth}}`, "gu")) ?? [];
