// @module-tag long: every route in every language
/** Every route of professionals, visited once in each language: what is asked of every page is looked at in one go. */
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { settled, stateOf } from "../support/page";
import { administrator, doctor, nurse } from "../support/people";
import { adminRoutes, calendarRoutes, practitionerLanguages, workRoutes } from "../support/routes";
import { sideBySide } from "../support/side-by-side";
import { practitionerUrl } from "../support/stack";
import { faultsOf, goWithin, lossesInEveryLook } from "../support/tour";

afterAll(closeBrowser);

const minutes = 60_000;

interface Stop {
  readonly language: (typeof practitionerLanguages)[number];
  readonly path: string;
}

/** Who walks where, and from which page: an administrator has no patients, so work is walked by somebody who has, and an appointment by whom it is with. */
const walks = [
  [() => visit(), ["/authentication"], "/authentication"],
  [() => nurse("Ritva"), workRoutes, "/settings"],
  [() => doctor("Mikko"), calendarRoutes, "/settings"],
  [() => administrator("Paula"), adminRoutes, "/settings"],
] as const;

it("NAV-06 NAV-17 opens every route in each language, leads there from Northern Sami, speaks it, loses nothing at 200 %, at 400 % or with spaced text, is accessible in each theme, reloads and goes back", {
  timeout: 12 * minutes,
}, async () => {
  const wrong: string[] = [];

  const visitRoutes = async ({ page, context }: Visit, start: string) => {
    const devtools = await context.newCDPSession(page);
    let known: string | undefined;
    return async ({ language, path }: Stop) => {
      const complain = (what: string) => wrong.push(`/${language}${path}: ${what}`);
      const isFinnish = language === "fi";
      if (isFinnish && page.url() !== start) await page.goto(start);
      const address = `${practitionerUrl}/${language}${path}`;
      const between = `${practitionerUrl}/${language}/settings`;
      // Addresses in Northern Sami are those of the Finnish pages; loaded anew it is the Finnish address itself.
      if (isFinnish) await page.goto(`${practitionerUrl}/sme${path}`);
      else if (known !== language) await page.goto(address);
      else for (const fault of await goWithin(page, address, { between, language })) complain(fault);
      known = language;
      await page.waitForURL((url) => url.pathname.startsWith(`/${language}/`));
      await settled(page);
      const state = await stateOf(page);
      for (const fault of faultsOf(state, language)) complain(fault);
      if (!isFinnish) return;
      for (const violation of await violations(page)) complain(violation);
      for (const loss of await lossesInEveryLook(page, devtools)) complain(loss);
      await page.reload();
      await settled(page);
      const again = await stateOf(page);
      for (const fault of faultsOf(again, language)) complain(`loaded anew: ${fault}`);
      if (again.heading !== state.heading) complain(`reloaded to ${again.heading}`);
      await page.goBack();
      await settled(page);
      const back = await stateOf(page);
      if (page.url() !== start || !back.title.includes(back.heading)) {
        complain(`back leads to ${page.url()}`);
      }
    };
  };

  for (const [enter, paths, from] of walks) {
    const start = `${practitionerUrl}/fi${from}?from=elsewhere`;
    const stops = practitionerLanguages.flatMap((language) => paths.map((path) => ({ language, path })));
    await sideBySide(stops, enter, (own) => visitRoutes(own, start));
  }
  expect(wrong, wrong.join("\n")).toEqual([]);
});
