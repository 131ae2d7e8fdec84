import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { settled, stateOf } from "../support/page";
import { administrator, nurse, resident } from "../support/people";
import {
  adminRoutes,
  findInboxOnce,
  formsWord,
  htmlLang,
  notFound,
  practitionerLanguages,
  residentLanguages,
  residentPaths,
  workRoutes,
} from "../support/routes";
import { sideBySide } from "../support/side-by-side";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const minutes = 60_000;

/** A resident's page that knows whose it is: until then the landing greets everybody. */
async function shown(page: Page): Promise<void> {
  await page.locator("header button[aria-expanded]").nth(1).waitFor();
  await settled(page);
}

describe.each(residentLanguages)("every route of residents in %s", (language) => {
  it("NAV-01 NAV-05 NAV-17 NAV-18 opens, reloads, goes back, speaks its language, fits 360 px and is accessible in each theme", {
    timeout: 8 * minutes,
  }, async () => {
    const enter = () => resident("Eino", { width: 360, height: 740 });
    const found = await findInboxOnce(enter);
    const wrong: string[] = [];
    const start = `${residentUrl}/${language}/language?from=elsewhere`;
    await sideBySide(residentPaths(language, found), enter, ({ page }) => async (path) => {
      const complain = (what: string) => wrong.push(`${path}: ${what}`);
      if (page.url() !== start) await page.goto(start);
      await page.goto(residentUrl + path);
      await shown(page);
      const state = await stateOf(page);
      if (notFound.test(state.heading)) complain("not found");
      if (state.lang !== htmlLang(language)) complain(`html lang ${state.lang}`);
      if (!state.title.includes(state.heading)) complain(`title ${state.title}`);
      if (state.overflow > 0) complain(`${state.overflow} px wider than the window`);
      if (state.keys.length > 0) complain(`keys ${state.keys.join()}`);
      if (state.small.length > 0) complain(`small targets ${state.small.join(" | ")}`);
      for (const violation of await violations(page)) complain(violation);
      await page.reload();
      await shown(page);
      const again = await stateOf(page);
      if (again.heading !== state.heading) complain(`reloaded to ${again.heading}`);
      // A page that sends people elsewhere would not let them go back.
      await page.goBack();
      await shown(page);
      const back = await stateOf(page);
      if (page.url() !== start || !back.title.includes(back.heading)) complain(`back leads to ${page.url()}`);
    });
    expect(wrong).toEqual([]);
  });
});

it("NAV-02 has a word of its own for forms in each language, and keeps the page when the language is changed", async () => {
  const { page, context } = await resident("Eino");
  for (const language of residentLanguages) {
    await page.goto(`${residentUrl}/${language}/${formsWord[language]}`);
    await settled(page);
    expect(notFound.test((await stateOf(page)).heading)).toBe(false);
    for (const [name, other] of [
      ["Suomi", "fi"],
      ["English", "en"],
      ["Svenska", "sv"],
      ["Davvisámegiella", "sme"],
      ["Anarâškielâ", "smn"],
      ["Nuõrttsääʹmǩiõll", "sms"],
    ] as const) {
      if (other === language) continue;
      await page.goto(`${residentUrl}/${language}/${formsWord[language]}`);
      await settled(page);
      await page.locator("header button[aria-controls]").last().click();
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(`${residentUrl}/${other}/${formsWord[other]}`);
      await settled(page);
      expect(notFound.test((await stateOf(page)).heading)).toBe(false);
    }
  }
  await page.goto(`${residentUrl}/fi/accessibility?from=mail#main`);
  await settled(page);
  await page.locator("header button[aria-controls]").last().click();
  await page.getByRole("link", { name: "Svenska", exact: true }).click();
  await page.waitForURL(`${residentUrl}/sv/accessibility?from=mail#main`);
  await context.close();
});

/** Who walks where: an administrator has no patients, so work is walked by somebody who has. */
const practitionerWalks = [
  [() => nurse("Ritva"), workRoutes],
  [() => administrator("Paula"), adminRoutes],
] as const;

describe.each(practitionerLanguages)("every route of professionals in %s", (language) => {
  it("NAV-06 NAV-17 opens, speaks its language and is accessible in each theme", { timeout: 5 * minutes }, async () => {
    const wrong: string[] = [];
    for (const [enter, paths] of practitionerWalks) {
      await sideBySide(paths, enter, ({ page }) => async (path) => {
        await page.goto(`${practitionerUrl}/${language}${path}`);
        await settled(page);
        const state = await stateOf(page);
        if (notFound.test(state.heading)) wrong.push(`${path}: not found`);
        if (state.lang !== language) wrong.push(`${path}: html lang ${state.lang}`);
        if (state.overflow > 0) wrong.push(`${path}: ${state.overflow} px wider than the window`);
        if (state.keys.length > 0) wrong.push(`${path}: keys ${state.keys.join()}`);
        for (const violation of await violations(page)) wrong.push(`${path}: ${violation}`);
      });
    }
    expect(wrong).toEqual([]);
  });
});

it("NAV-06 leads addresses in Northern Sami to the Finnish pages", { timeout: 5 * minutes }, async () => {
  for (const [enter, paths] of practitionerWalks) {
    await sideBySide(paths, enter, ({ page }) => async (path) => {
      await page.goto(`${practitionerUrl}/sme${path}`);
      await page.waitForURL(new RegExp(`${practitionerUrl}/fi/`));
      await settled(page);
      const state = await stateOf(page);
      expect([path, notFound.test(state.heading), state.lang]).toEqual([path, false, "fi"]);
    });
  }
});

it("NAV-13 leads from the main menu to each place, and lets an admin switch between panel and desktop", async () => {
  const shared = [
    ["Hoitopolut", "Digipolkujen rakentaja"],
    ["Kyselyt", "Kyselyt"],
    ["Etätyöpöytä", "Etätyöpöytä"],
    ["Asetukset", "Asetukset"],
  ] as const;
  const care = [
    ["Kalenteri", "Kalenteri"],
    ["Chat", "Chat"],
  ] as const;
  const system = [
    ["Sisällönhallinta", "Sisällönhallinta"],
    ["Käyttöoikeuksien hallinta", "AD-rooliryhmät"],
  ] as const;
  // A responsible user cares for patients as well; an administrator keeps contents and access, and has no patients.
  for (const [{ page, context }, entries, others] of [
    [await nurse("Ritva"), [...care, ...shared], system],
    [await administrator("Paula"), [...system, ...shared], care],
  ] as const) {
    const menu = page.getByRole("navigation", { name: "Päävalikko" });
    await menu.getByRole("link", { name: "Hoitopolut", exact: true }).waitFor();
    for (const [other] of others) {
      expect([other, await menu.getByRole("link", { name: other, exact: true }).count()]).toEqual([other, 0]);
    }
    for (const [entry, heading] of entries) {
      await menu.getByRole("link", { name: entry, exact: true }).click();
      await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
      expect(await menu.getByRole("link", { name: entry, exact: true }).getAttribute("aria-current")).toBe("page");
    }
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page.getByRole("link", { name: "Siirry hallintapaneeliin" }).click();
    await page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page.getByRole("link", { name: "Siirry etätyöpöydälle" }).click();
    await page.getByRole("heading", { level: 1, name: "Etätyöpöytä" }).waitFor();
    await context.close();
  }

  const liisa = await nurse("Liisa");
  expect(await liisa.page.getByRole("link", { name: "Hallintapaneeli" }).count()).toBe(0);
  await liisa.page.goto(`${practitionerUrl}/fi/admin`);
  await liisa.page.getByRole("heading", { name: "Hallintapaneeli ei ole käytössäsi" }).waitFor();
  await liisa.context.close();
});

it("lets the numbers in the terms be pressed with a finger", async () => {
  const { page, context } = await resident("Eino", { width: 360 });
  await page.goto(`${residentUrl}/fi/terms-and-conditions`);
  const numbers = page.getByRole("main").locator('a[href^="tel:"]');
  await numbers.first().waitFor();
  expect(await numbers.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
    "tel:112",
    "tel:116117",
  ]);
  for (const number of await numbers.all()) {
    const box = await number.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  await context.close();
});

it("NAV-10 has the statement, cookie settings and feedback in the footer, and language, notifications and settings in the menu", async () => {
  const { page, context } = await resident("Eino");
  const footer = page.getByRole("navigation", { name: "Tietoa palvelusta" });
  for (const [link, heading] of [
    ["Saavutettavuusseloste", "Saavutettavuusseloste"],
    ["Evästeasetukset", "Evästeasetukset"],
    ["Palaute", "Palaute"],
  ] as const) {
    await footer.getByRole("link", { name: link }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  for (const [link, heading] of [
    ["Kieli", "Kieli"],
    ["Ilmoitukset", "Ilmoitukset"],
    ["Asetukset", "Asetukset"],
  ] as const) {
    await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
    await page
      .getByRole("list", { name: /Käyttäjävalikko/ })
      .getByRole("link", { name: link })
      .click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  await page.getByRole("radio", { name: "Tumma" }).click();
  await page.reload();
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await page.goto(`${residentUrl}/fi/cookies`);
  await page.getByRole("button", { name: "Unohda kieli ja ulkoasu" }).click();
  await page.getByText("Kieli ja ulkoasu on unohdettu.").waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await context.close();
});
