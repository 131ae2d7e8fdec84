/** Schedules of the own calendar and appointment searches in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { summary } from "../support/forms";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const searches = `${practitionerUrl}/fi/admin/service-information/searches`;
const schedules = `${practitionerUrl}/fi/admin/service-information/schedules`;

const save = (page: Page) => page.getByRole("button", { name: "Tallenna", exact: true }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
const field = (page: Page, label: RegExp) => page.getByRole("textbox", { name: label });
const faults = (page: Page) => summary(page).getByRole("link").allTextContents();
const check = (page: Page, label: RegExp | string) => page.getByRole("checkbox", { name: label }).check();

/** Types a day into a field of the kit. */
async function day(page: Page, group: RegExp, digits: string): Promise<void> {
  await page.getByRole("group", { name: group }).getByRole("spinbutton").first().click();
  await page.keyboard.type(digits);
}

const nextYear = new Date().getFullYear() + 1;

/** What searches of every system have in common. */
async function begin(page: Page, name: string): Promise<void> {
  await page.goto(`${searches}/new`);
  await field(page, /Hallinnollinen nimi/).fill(name);
  await choose(page, /Palvelu/, /Hoitajan vastaanotto/);
  await choose(page, /Ammattirooli/, /Sairaanhoitaja/);
}

it("lets an administrator keep a schedule with its hours, and find, archive and remove it", {
  tags: ["long"],
}, async () => {
  const { page, context } = await adminPage(schedules, "Aikataulut", 1440);
  await page
    .getByRole("row", { name: /Liisa Virtanen, Lehtola.*Lehtolan terveysasema.*Vastaanottokäynti.*30 min/ })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  const name = topic("Huone 5");
  await page.getByRole("link", { name: "Uusi aikataulu" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi aikataulu" }).waitFor();
  await field(page, /^Nimi/).fill(name);
  await choose(page, /Työpiste/, /Lehtolan terveysasema/);
  await choose(page, /Ammattilainen/, /Liisa Virtanen/);
  await check(page, "Hoitajan vastaanotto");
  await page.getByRole("radio", { name: "Vastaanottokäynti" }).check();
  await field(page, /Ajan pituus/).fill("20");
  await field(page, /Maanantai/).fill("8-9, 8.30–11");
  await field(page, /Tiistai/).fill("aamulla");
  await day(page, /Ensimmäinen päivä/, `0112${nextYear}`);
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Tiistai: Kirjoita kellonajat/ })
    .waitFor();
  await field(page, /Tiistai/).fill("12-15.30");
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Maanantai: Kellonajat menevät päällekkäin/ })
    .waitFor();
  await field(page, /Maanantai/).fill("8-9, 9.30–11");
  await page.getByRole("button", { name: "Lisää poikkeuspäivä" }).click();
  await day(page, /^Päivä/, `2412${nextYear}`);
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Aikataulu tallennettiin.");
  await search(page, name);
  await open(page, name);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  expect(await field(page, /Maanantai/).inputValue()).toBe("08:00–09:00, 09:30–11:00");
  expect(await field(page, /Tiistai/).inputValue()).toBe("12:00–15:30");
  await page.getByRole("button", { name: "Poista poikkeus 1" }).waitFor();
  await page.getByRole("button", { name: "Poista aikataulu" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Poista aikataulu" }).click();
  await told(page, "Aikataulu poistettiin.");
  await context.close();
});

it("SCH-12 asks of a search what its system needs, tells what is missing at its field, and keeps it", async () => {
  const { page, context } = await adminPage(searches, "Ajanvaraushaut", 1440);
  await page
    .getByRole("row", { name: /Lehtola \/ hoitajan vastaanotto.*Oma kalenteri.*Hoitajan vastaanotto.*Sairaanhoitaja/ })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  const name = topic("Haku");
  await begin(page, `${name} Lifecare`);
  await page.getByRole("radio", { name: "Lifecare" }).check();
  await page.getByRole("radio", { name: "Perusterveydenhuolto" }).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Toiminnot/ })
    .waitFor();
  expect(await faults(page)).toEqual([
    "Ajanvaraustyypit: Anna vähintään yksi ajanvaraustyyppi tai aikataulun tunniste.",
    "Toiminnot: Anna vähintään yksi toiminto.",
    "Työpisteet: Anna vähintään yksi työpiste.",
  ]);
  await page.getByRole("radio", { name: "Erikoissairaanhoito" }).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /käyntityyppi\.$/ })
    .waitFor();
  await field(page, /Käyntityypit/).fill(`V ${name}\nV2`);
  await field(page, /Toiminnot/).fill("F1");
  await field(page, /Työpisteet/).fill("L1");
  await field(page, /Käyntityyppien tarkenteet/).fill("VS1");
  await choose(page, /Työpiste(?!et)/, /Lehtolan terveysasema/);
  await page.getByRole("radio", { name: "Kotikäynti" }).check();
  await field(page, /Vain tämän pituiset/).fill("45");
  await page
    .getByRole("radiogroup", { name: /saako ajan perua/ })
    .getByRole("radio", { name: "Lähdejärjestelmä", exact: true })
    .check();
  expect(await page.getByRole("checkbox", { name: "Ajan saa perua" }).count()).toBe(0);
  await check(page, "Ajan saa siirtää");
  await field(page, /Viimeinen peruutus/).fill("24");
  for (const label of [/ammattilaisen nimen/, /kaikkien kuntien/, /todellinen/]) await check(page, label);
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Ajanvaraushaku tallennettiin.");
  await search(page, `${name} Lifecare`);
  await open(page, `${name} Lifecare`);
  await page.getByRole("heading", { level: 1, name: `${name} Lifecare` }).waitFor();
  expect(await field(page, /Käyntityypit/).inputValue()).toBe(`V ${name}\nV2`);
  expect(await page.getByRole("radio", { name: "Kotikäynti" }).isChecked()).toBe(true);
  expect(await field(page, /Vain tämän pituiset/).inputValue()).toBe("45");
  expect(await page.getByRole("checkbox", { name: "Ajan saa siirtää" }).isChecked()).toBe(true);

  // Omni360, Pegasos and the own calendar, each with what it needs.
  await begin(page, `${name} Omni360`);
  await page.getByRole("radio", { name: "Omni360" }).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /vähintään yksi työpiste tai ammattilainen/ })
    .waitFor();
  await field(page, /Ammattilaisten tunnisteet/).fill(name);
  await save(page);
  await told(page, "Ajanvaraushaku tallennettiin.");
  await begin(page, `${name} Pegasos`);
  await page.getByRole("radio", { name: "Pegasos" }).check();
  await field(page, /Hakuehdot/).fill("yksikko");
  await save(page);
  await summary(page)
    .getByRole("link", { name: /vähintään yksi hakuehto/ })
    .waitFor();
  await field(page, /Hakuehdot/).fill(`yksikko: ${name}, 18`);
  await save(page);
  await told(page, "Ajanvaraushaku tallennettiin.");
  await begin(page, `${name} oma`);
  await page.getByRole("radio", { name: "Oma kalenteri" }).check();
  await check(page, "Vastaanottohuone 2, Lehtola");
  await save(page);
  await summary(page)
    .getByRole("link", { name: /Palvelua ei voi varata näissä aikatauluissa: Vastaanottohuone 2, Lehtola/ })
    .waitFor();
  await context.close();
});

it("SCH-12 asks about parameters that another search has by names and values, and saves all the same when they are meant", {
  tags: ["long"],
}, async () => {
  const { page, context } = await adminPage(searches, "Ajanvaraushaut", 360);
  const name = topic("Vihta");
  const value = topic("tunniste");
  await begin(page, `${name} yksi`);
  await page.getByRole("radio", { name: "Vihta" }).check();
  await field(page, /Palvelujen tunnisteet/).fill(value);
  await save(page);
  await told(page, "Ajanvaraushaku tallennettiin.");
  await begin(page, `${name} kaksi`);
  await page.getByRole("radio", { name: "Vihta" }).check();
  await field(page, /Palvelujen tunnisteet/).fill(`muu\n${value}`);
  await save(page);
  const dialog = page.getByRole("alertdialog", { name: "Samat hakuehdot ovat jo käytössä" });
  await dialog
    .getByText(`Samat ajat voivat löytyä myös näillä hauilla: ${name} yksi. Yhteiset arvot: ${value}.`)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Peruuta" }).click();
  expect(await field(page, /Palvelujen tunnisteet/).inputValue()).toBe(`muu\n${value}`);
  await save(page);
  await dialog.getByRole("button", { name: "Tallenna silti" }).click();
  await told(page, "Ajanvaraushaku tallennettiin.");
  await context.close();
});

it("SCH-12 tells when the times of a search were planned and how many are booked, and tries it", {
  tags: ["long"],
}, async () => {
  const { page, context } = await adminPage(searches, "Ajanvaraushaut", 1440);
  const name = "Lehtola / hoitajan vastaanotto";
  await page.getByRole("row", { name: /Lehtola \/ hoitajan vastaanotto.* klo \d\d:\d\d, varattuja \d+/ }).waitFor();
  await open(page, name);
  await page.getByText(/^Ajat on suunniteltu viimeksi .+\. Varattuja tulevia aikoja: \d+\.$/).waitFor();
  await page.getByRole("button", { name: "Kokeile hakua" }).press("Enter");
  await told(page, "Ensimmäiset 10 vapaata aikaa");
  await page
    .getByRole("row", {
      name: /klo \d\d:\d\d.*30 min.*Vastaanottokäynti.*Liisa Virtanen, Sairaanhoitaja.*Lehtolan terveysasema/,
    })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await context.close();
});
