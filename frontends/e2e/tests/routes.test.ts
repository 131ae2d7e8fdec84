/** The ways between the pages: menus, footer, and the language of a page. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { settled, stateOf } from "../support/page";
import { administrator, nurse, resident } from "../support/people";
import { formsWord, htmlLang, notFound, residentLanguages } from "../support/routes";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const names = {
  fi: "Suomi",
  en: "English",
  sv: "Svenska",
  sme: "Davvisámegiella",
  smn: "Anarâškielâ",
  sms: "Nuõrttsääʹmǩiõll",
} as const;

/** Of the residents' app. */
type Language = (typeof residentLanguages)[number];

async function forms(page: Page, language: Language) {
  await page.waitForURL(`${residentUrl}/${language}/${formsWord[language]}`);
  await settled(page);
  const { heading, lang } = await stateOf(page);
  expect([language, notFound.test(heading), lang]).toEqual([language, false, htmlLang(language)]);
}

async function change(page: Page, language: Language) {
  await page.locator("header button[aria-controls]").last().click();
  await page.getByRole("link", { name: names[language], exact: true }).click();
}

it("NAV-02 has a word of its own for forms in each language, and keeps the page when the language is changed", async () => {
  const { page, context } = await resident("Eino");
  const [first, ...others] = residentLanguages;
  await page.goto(`${residentUrl}/${first}/${formsWord[first]}`);
  await forms(page, first);
  for (const language of [...others, first]) {
    await change(page, language);
    await forms(page, language);
  }
  await page.goto(`${residentUrl}/fi/accessibility?from=mail#main`);
  await settled(page);
  await change(page, "sv");
  await page.waitForURL(`${residentUrl}/sv/accessibility?from=mail#main`);
  await context.close();
});

it("NAV-02 keeps the page from each language to each other, there and back", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Eino");
  for (const [place, language] of residentLanguages.entries()) {
    await page.goto(`${residentUrl}/${language}/${formsWord[language]}`);
    await forms(page, language);
    for (const other of residentLanguages.slice(place + 1)) {
      await change(page, other);
      await forms(page, other);
      await change(page, language);
      await forms(page, language);
    }
  }
  await context.close();
});

it("NAV-13 leads from the main menu to each place, and lets an admin switch between panel and desktop", async () => {
  const shared = [
    ["Hoitopolut", "Lohkoista rakennetut digipolut"],
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
    ["Käyttöoikeuksien hallinta", "AD-\u2060rooliryhmät"],
  ] as const;
  // Both care for patients, since both have chosen where they work; an administrator keeps contents and access as well.
  for (const [{ page, context }, entries, others] of [
    [await nurse("Ritva"), [...care, ...shared], system],
    [await administrator("Paula"), [...care, ...system, ...shared], []],
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

it("lets the numbers in the terms be pressed with a finger", { tags: ["long"] }, async () => {
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
    ["Palaute", "Anonyymi palaute"],
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
