/** What is asked of every page, looked at in one visit of its route. */
import type { CDPSession, Page } from "playwright-core";
import { fourTimes, losses, motions, spaceText, twice, unseenFocus, zoom } from "./looks";
import type { PageState } from "./page";
import { notFound } from "./routes";

/** What is wrong with a page that should exist, be in one language and fit its window. */
export function faultsOf(state: PageState, language: string): readonly string[] {
  const wrong: string[] = [];
  if (notFound.test(state.heading)) wrong.push("not found");
  if (state.lang !== language) wrong.push(`html lang ${state.lang}`);
  if (state.overflow > 0) wrong.push(`${state.overflow} px wider than the window`);
  if (state.keys.length > 0) wrong.push(`keys ${state.keys.join()}`);
  return wrong;
}

/** After so long without another heading nothing is on its way any more, in milliseconds. */
const overtakenMs = 20_000;

/** Follows an address within the app, from a page that is another, and waits until that page is gone. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("main h1")?.setAttribute("data-left", "");
    window.history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
  const left = page.waitForFunction(() => document.querySelector("main h1:not([data-left])")?.textContent, undefined, {
    timeout: overtakenMs,
  });
  // A page that was still on its way when the next was asked for is given up by the router: the heading that stood there stays.
  await left.catch(() => page.goto(address));
}

/**
 * Opens an address within the app that stands in the page, as a link does: less than half the work of loading it. What loading it adds,
 * the gateway answers without a browser: the page of the app, told its language. `between` is a page that is like no other: from one
 * planned page to the next the heading could be the same element.
 */
export async function goWithin(
  page: Page,
  address: string,
  { between, language }: { readonly between: string; readonly language: string },
): Promise<readonly string[]> {
  const answer = await page.request.get(address);
  const shell = answer.ok() && (await answer.text()).includes(`<html lang="${language}"`);
  if (page.url() !== between) await follow(page, between);
  if (address !== between) await follow(page, address);
  return shell ? [] : [`the gateway answers ${answer.status()} and no page in ${language}`];
}

/** The window of a desk, where there is more that could move and take the focus. */
const desk = { width: 1280, height: 900, scale: 1 };

/** What is lost as people set up their browsers: zoomed, with room between letters, without motion, in colours of their own. */
export async function lossesInEveryLook(page: Page, devtools: CDPSession): Promise<readonly string[]> {
  const wrong: string[] = [];
  const complain = (how: string, found: readonly string[]) => wrong.push(...found.map((what) => `${how}: ${what}`));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await zoom(page, devtools, desk);
  complain("without motion", await motions(page));
  await zoom(page, devtools, twice);
  complain("at 200 %", await losses(page));
  await zoom(page, devtools, fourTimes);
  complain("at 400 %", await losses(page));
  const undo = await spaceText(page);
  complain("with spaced text", await losses(page));
  await undo();
  await zoom(page, devtools, desk);
  await page.emulateMedia({ forcedColors: "active" });
  complain("in forced colours", await unseenFocus(page));
  await page.emulateMedia({ forcedColors: "none" });
  await devtools.send("Emulation.clearDeviceMetricsOverride");
  return wrong;
}
