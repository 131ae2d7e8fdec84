/** Every screen as people set up their browsers: zoomed, with room between letters, without motion, in colours of their own. */
import { afterAll, expect, it } from "vitest";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { fourTimes, losses, motions, spaceText, twice, unseenFocus, zoom } from "../support/looks";
import { settled } from "../support/page";
import { administrator, nurse, resident } from "../support/people";
import { adminRoutes, findInboxOnce, residentPaths, workRoutes } from "../support/routes";
import { sideBySide } from "../support/side-by-side";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Opens each address once and looks at it in every way. */
async function wrongOf(enter: () => Promise<Visit>, addresses: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  await sideBySide(addresses, enter, async ({ page, context }) => {
    const devtools = await context.newCDPSession(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    return async (address) => {
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
    };
  });
  return wrong;
}

it("NAV-17 loses nothing at 200 %, at 400 % or with spaced text, moves nothing against the will, and shows the focus in forced colours: residents", {
  timeout: 240_000,
}, async () => {
  const open = ["/", "/authentication", "/access-denied"].map((path) => `${residentUrl}/sms${path}`);
  expect(await wrongOf(visit, open)).toEqual([]);
  const enter = () => resident("Eino");
  // Skolt Sami has the longest words.
  const paths = residentPaths("sms", await findInboxOnce(enter)).map((path) => residentUrl + path);
  expect(await wrongOf(enter, paths)).toEqual([]);
});

it("NAV-17 loses nothing at 200 %, at 400 % or with spaced text, moves nothing against the will, and shows the focus in forced colours: professionals", {
  timeout: 240_000,
}, async () => {
  expect(await wrongOf(visit, [`${practitionerUrl}/fi/authentication`])).toEqual([]);
  for (const [enter, routes] of [
    [() => nurse("Ritva"), workRoutes],
    [() => administrator("Paula"), adminRoutes],
  ] as const) {
    const paths = routes.map((path) => `${practitionerUrl}/fi${path}`);
    expect(await wrongOf(enter, paths)).toEqual([]);
  }
});
