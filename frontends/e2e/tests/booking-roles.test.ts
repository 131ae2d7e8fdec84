/** Professional roles of bookings in the admin panel, and the searches that name them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { summary } from "../support/forms";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/service-information/roles`;
const searches = `${practitionerUrl}/fi/admin/service-information/searches`;

const text = (page: Page, language: string) =>
  page.getByRole("group", { name: /^Nimi/ }).getByRole("textbox", { name: language });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna", exact: true }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

it("SVC-05 lets an administrator keep professional roles in three languages, and asks before one that searches use is removed: these fall back to the default role", async () => {
  const { page, context } = await adminPage(list, "Varausten ammattiroolit", 1440);
  await page.getByRole("row", { name: /Ammattilainen.*Oletusrooli.*Käytössä/ }).waitFor();
  await page.getByRole("row", { name: /Sairaanhoitaja.*–.*Käytössä/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  const name = topic("Fysioterapeutti");
  await page.getByRole("link", { name: "Uusi ammattirooli" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi ammattirooli" }).waitFor();
  await text(page, "Suomi").fill(name);
  await text(page, "Svenska").fill("Sjukskötare");
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Nimi, English/ })
    .waitFor();
  await text(page, "English").fill(`${name} en`);
  await save(page);
  await summary(page).getByRole("link", { name: "Nimi, Svenska: Toisella ammattiroolilla on jo tämä nimi." }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.name.sv");
  await text(page, "Svenska").fill(`${name} sv`);
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Ammattirooli tallennettiin.");

  // A search names it.
  const administrative = topic("Fysioterapia Vihta");
  await page.goto(`${searches}/new`);
  await page.getByRole("textbox", { name: /Hallinnollinen nimi/ }).fill(administrative);
  await choose(page, /Palvelu/, /Hoitajan vastaanotto/);
  await choose(page, /Ammattirooli/, new RegExp(name));
  await page.getByRole("radio", { name: "Vihta" }).check();
  await page.getByRole("textbox", { name: /Palvelujen tunnisteet/ }).fill(administrative);
  await save(page);
  await told(page, "Ajanvaraushaku tallennettiin.");
  await search(page, administrative);
  await page
    .getByRole("row", { name: new RegExp(`${administrative}.*Vihta.*Hoitajan vastaanotto.*${name}`) })
    .waitFor();

  // The default one stays, and is called as people like.
  await page.goto(list);
  await open(page, "Ammattilainen");
  await page.getByRole("heading", { level: 1, name: "Ammattilainen" }).waitFor();
  expect(await page.getByRole("button", { name: /Poista|Arkistoi/ }).count()).toBe(0);

  await page.goto(list);
  await search(page, name);
  await open(page, name);
  await page.getByRole("button", { name: "Poista ammattirooli" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Rooli ${name} on käytössä yhdessä ajanvaraushaussa.`, { exact: false }).waitFor();
  await dialog.getByRole("link", { name: administrative }).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Peruuta" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.getByRole("button", { name: "Poista ammattirooli" }).click();
  await dialog.getByRole("button", { name: "Poista ammattirooli" }).click();
  await told(page, "Ammattirooli poistettiin.");
  await page.goto(searches);
  await search(page, administrative);
  await page.getByRole("row", { name: new RegExp(`${administrative}.*Vihta.*Ammattilainen`) }).waitFor();
  await context.close();
});
