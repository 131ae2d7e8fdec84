/** Every screen as people set up their browsers: zoomed, with room between letters, without motion, in colours of their own. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { fourTimes, losses, motions, spaceText, twice, unseenFocus, zoom } from "../support/looks";
import { settled } from "../support/page";
import { administrator, nurse, resident } from "../support/people";
import { adminRoutes, findInbox, residentPaths, workRoutes } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Opens each address once and looks at it in every way. */
async function wrongOf(page: Page, addresses: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const address of addresses) {
    await page.goto(address);
    await settled(page);
    const complain = (how: string, found: readonly string[]) =>
      wrong.push(...found.map((what) => `${new URL(address).pathname} ${how}: ${what}`));
    complain("without motion", await motions(page));
    await zoom(page, devtools, twice);
    complain("at 200 %", await losses(page));
    await zoom(page, devtools, fourTimes);
    complain("at 400 %", await losses(page));
    const undo = await spaceText(page);
    complain("with spaced text", await losses(page));
    await undo();
    await devtools.send("Emulation.clearDeviceMetricsOverride");
    await page.emulateMedia({ forcedColors: "active" });
    complain("in forced colours", await unseenFocus(page));
    await page.emulateMedia({ forcedColors: "none" });
  }
  return wrong;
}

it("NAV-17 loses nothing at 200 %, at 400 % or with spaced text, moves nothing against the will, and shows the focus in forced colours: residents", {
  timeout: 240_000,
}, async () => {
  const stranger = await visit();
  const open = ["/", "/authentication", "/access-denied"].map((path) => `${residentUrl}/sms${path}`);
  expect(await wrongOf(stranger.page, open)).toEqual([]);
  await stranger.context.close();
  const { page, context } = await resident("Eino");
  const found = await findInbox(page);
  // Skolt Sami has the longest words.
  const paths = residentPaths("sms", found);
  expect(
    await wrongOf(
      page,
      paths.map((path) => residentUrl + path),
    ),
  ).toEqual([]);
  await context.close();
});

it("NAV-17 loses nothing at 200 %, at 400 % or with spaced text, moves nothing against the will, and shows the focus in forced colours: professionals", {
  timeout: 240_000,
}, async () => {
  const stranger = await visit();
  expect(await wrongOf(stranger.page, [`${practitionerUrl}/fi/authentication`])).toEqual([]);
  await stranger.context.close();
  for (const [{ page, context }, routes] of [
    [await nurse("Ritva"), workRoutes],
    [await administrator("Paula"), adminRoutes],
  ] as const) {
    const paths = routes.map((path) => `${practitionerUrl}/fi${path}`);
    expect(await wrongOf(page, paths)).toEqual([]);
    await context.close();
  }
});
