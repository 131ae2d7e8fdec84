/** Chat queues: kept in the admin panel, found by residents and visitors, closed for now and opened again, handed over to another provider. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser, visit } from "../support/browser";
import { summary } from "../support/forms";
import { adminPage, choose, nurse, resident, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/chat`;
const chat = `${residentUrl}/fi/chat`;

const group = (page: Page, name: RegExp) => page.getByRole("group", { name });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** A queue among those that are offered. */
const offered = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name }) });

async function fill(page: Page, name: RegExp, text: string): Promise<void> {
  const texts = group(page, name);
  await texts.getByRole("textbox", { name: "Suomi" }).fill(text);
  await texts.getByRole("textbox", { name: "Svenska" }).fill(`${text} sv`);
  await texts.getByRole("textbox", { name: "English" }).fill(`${text} en`);
}

/** Types a day, or a time of day, into a field of the kit. */
async function type(within: Locator, name: RegExp, digits: string): Promise<void> {
  await within.getByRole("group", { name }).getByRole("spinbutton").first().click();
  await within.page().keyboard.type(digits);
}

/** Adds a queue that nurses of Lehtola work through, open day and night unless more is written. */
async function addQueue(page: Page, name: string, more: (page: Page) => Promise<void> = async () => {}): Promise<void> {
  await page.goto(`${list}/new`);
  await page.getByRole("heading", { level: 1, name: "Uusi chat-jono" }).waitFor();
  await fill(page, /^Nimi/, name);
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await group(page, /^Työpisteet/)
    .getByRole("checkbox", { name: /Lehtolan/ })
    .check();
  await group(page, /^Ammattilaisten roolit/)
    .getByRole("checkbox", { name: "Sairaanhoitaja" })
    .check();
  await page.getByRole("checkbox", { name: "Näkyy tunnistautuneille" }).check();
  await page.getByRole("radio", { name: "Samat ajat joka päivä" }).check();
  await page.getByRole("textbox", { name: /^Kellonajat joka päivä/ }).fill("0-24");
  for (const days of [/^Pyhäpäivät/, /^Aatot/]) {
    await page.getByRole("radiogroup", { name: days }).getByRole("radio", { name: "Kuten muulloinkin" }).check();
  }
  await more(page);
  await save(page);
  await told(page, "Chat-jono tallennettiin.");
}

it("CHA-01 CHA-02 an administrator keeps a queue with its hours, sees what they mean before saving, and is told what is wrong at its field", {
  timeout: 120_000,
}, async () => {
  const { page, context } = await adminPage(list, "Chat-jonot");
  await page.getByRole("row", { name: /Nuorten chat.*Avoinna.*Kaikille.*Oma/ }).waitFor();
  await page.getByRole("row", { name: /Suun terveydenhuollon chat.*Suljettu tilapäisesti/ }).waitFor();
  await page.getByRole("row", { name: /Kriisichat.*Ulkoinen/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("link", { name: "Uusi chat-jono" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi chat-jono" }).waitFor();
  expect(await violations(page)).toEqual([]);
  const name = topic("Neuvolachat");
  await fill(page, /^Nimi/, name);
  await fill(page, /^Kuvaus/, "Kysy neuvolasta");
  await choose(page, /^Palvelu/, /Lastenneuvola/);
  await page.getByRole("textbox", { name: "Maanantai" }).fill("8-11, 10-12");
  await save(page);
  // What is missing, and what cannot be.
  await summary(page)
    .getByRole("link", { name: /^Aihe:/ })
    .waitFor();
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Maanantai: Kellonajat menevät päällekkäin/ })
    .waitFor();
  await page.getByRole("textbox", { name: "Maanantai" }).fill("8-11, 12.30-15");
  await page.getByRole("textbox", { name: "Keskiviikko" }).fill("22-2");
  await group(page, /^Työpisteet/)
    .getByRole("checkbox", { name: /Lehtolan/ })
    .check();
  await group(page, /^Ammattilaisten roolit/)
    .getByRole("checkbox", { name: "Sairaanhoitaja" })
    .check();
  await page.getByRole("checkbox", { name: "Näkyy tunnistautuneille" }).check();

  // Christmas 2026: the eve and the holidays are shut, and the night before ends where the eve begins.
  const exceptions = group(page, /^Poikkeukset/);
  await exceptions.getByRole("button", { name: "Lisää poikkeus" }).click();
  await exceptions.getByRole("textbox", { name: /^Kellonajat/ }).fill("9-10");
  await type(exceptions, /Ensimmäinen päivä/, "28122026");
  const preview = group(page, /^Esikatselu/);
  await type(preview, /Esikatselu päivästä/, "23122026");
  await preview.getByRole("button", { name: "Esikatsele" }).click();
  await preview.getByText(/aatto/).first().waitFor();
  expect(await preview.getByText(/pyhäpäivä/).count()).toBe(2);
  await preview.getByText("22.00–24.00").waitFor();
  await preview.getByText("9.00–10.00").waitFor();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Chat-jono tallennettiin.");

  await page.getByRole("searchbox").fill(`${name} neuvolasta`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const service = page.getByRole("combobox", { name: /^Palvelu/ }).locator("option:checked");
  await expect.poll(() => service.textContent()).toContain("Lastenneuvola");
  // Nobody has to choose one.
  await group(page, /^Kuvake/)
    .getByText("Ei kuvaketta")
    .waitFor();
  expect(await page.getByRole("textbox", { name: "Maanantai" }).inputValue()).toBe("8.00–11.00, 12.30–15.00");
  expect(await page.getByRole("textbox", { name: "Keskiviikko" }).inputValue()).toBe("22.00–2.00");
  await page.getByRole("checkbox", { name: "Noudattaa oletusaikataulua" }).check();
  await save(page);
  await told(page, "Chat-jono tallennettiin.");

  // The default hours name those who follow them.
  await page.getByRole("link", { name: "Oletusaikataulu" }).click();
  await page.getByRole("heading", { level: 1, name: "Oletusaikataulu" }).waitFor();
  await page.getByRole("link", { name, exact: true }).waitFor();
  expect(await page.getByRole("textbox", { name: "Maanantai" }).inputValue()).toBe("8.00–16.00");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Arkistoi chat-jono" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Arkistoi chat-jono" }).click();
  await told(page, "Chat-jono arkistoitiin.");
  await context.close();
});

it("CHA-03 CHA-12 CHA-13 a nurse closes a queue of hers with a notice, residents read it at once, and it opens again; visitors see theirs alone", {
  timeout: 120_000,
}, async () => {
  const name = topic("Hoitajachat");
  const paula = await adminPage(list, "Chat-jonot");
  await addQueue(paula.page, name);
  await paula.context.close();

  const eino = await resident("Eino", { width: 360 });
  await eino.page.getByRole("link", { name: /^Chat/ }).first().click();
  await eino.page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
  const seen = offered(eino.page, name);
  await seen.getByText("Avoinna").first().waitFor();
  await seen.getByRole("button", { name: "Aukioloajat" }).click();
  await seen.getByText("ympäri vuorokauden").last().waitFor();
  expect(await violations(eino.page)).toEqual([]);
  expect(await width(eino.page)).toBeLessThanOrEqual(0);

  const liisa = await nurse("Liisa");
  await liisa.page.goto(`${practitionerUrl}/fi/chat`);
  await liisa.page.getByRole("heading", { level: 2, name }).waitFor();
  // Queues of others do not exist for her.
  expect(await liisa.page.getByRole("heading", { level: 2, name: "Kriisichat" }).count()).toBe(0);
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.page.getByRole("button", { name: `Sulje tilapäisesti: ${name}` }).click();
  const dialog = liisa.page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Suomi" }).fill("Olemme koulutuksessa.");
  await dialog.getByRole("textbox", { name: "English" }).fill("");
  await dialog.getByRole("button", { name: "Sulje tilapäisesti" }).click();
  await dialog.getByText("Kaikki käännökset on syötettävä.").first().waitFor();
  expect(await dialog.getByRole("textbox", { name: "Suomi" }).inputValue()).toBe("Olemme koulutuksessa.");
  await dialog.getByRole("textbox", { name: "English" }).fill("We are in training.");
  expect(await violations(liisa.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Sulje tilapäisesti" }).click();
  await told(liisa.page, "Jono on suljettu tilapäisesti.");

  // Without anybody loading anything anew.
  await seen.getByText("Olemme koulutuksessa.").waitFor();
  await seen.getByText("Suljettu tilapäisesti").first().waitFor();
  expect(await violations(eino.page)).toEqual([]);
  await liisa.page.getByRole("button", { name: `Avaa jono: ${name}` }).click();
  await told(liisa.page, /^Jono on avattu\./);
  await seen.getByText("Avoinna").first().waitFor();
  await liisa.context.close();
  await eino.context.close();

  const { page, context } = await visit({ width: 360 });
  await page.goto(chat);
  await offered(page, "Nuorten chat").waitFor();
  expect(await offered(page, name).count()).toBe(0);
  await page.getByText("Kun kirjaudut sisään, voit nähdä lisää jonoja.").waitFor();
  await offered(page, "Suun terveydenhuollon chat")
    .getByText(/järjestelmäpäivityksen/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
  await context.close();
});

it("CHA-13 an administrator closes a queue until a time, sees that in list and editor, and opens it again", {
  timeout: 120_000,
}, async () => {
  const name = topic("Sulkuchat");
  const { page, context } = await adminPage(list, "Chat-jonot");
  await addQueue(page, name);
  const found = async (standing: string) => {
    await page.goto(list);
    await page.getByRole("searchbox").fill(name);
    await page.getByRole("row", { name: new RegExp(`${name}.*${standing}`) }).waitFor();
  };
  const open = async () => {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };

  await found("Avoinna");
  await open();
  await page.getByRole("heading", { level: 2, name: "Aukiolo nyt" }).waitFor();
  await page.getByRole("button", { name: `Sulje tilapäisesti: ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  // The day after tomorrow.
  const [year, month, date] = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).split("-");
  await type(dialog, /^Päivä/, `${date}${month}${year}`);
  await type(dialog, /^Kellonaika/, "1015");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Sulje tilapäisesti" }).click();
  await told(page, "Jono on suljettu tilapäisesti.");
  const end = `Suljettu ${date}.${month}.${year} klo 10:15 asti.`;
  await page.getByText(end).waitFor();
  await page.getByText("Suljettu tilapäisesti", { exact: true }).first().waitFor();
  expect(await violations(page)).toEqual([]);

  await found("Suljettu tilapäisesti");
  await open();
  await page.getByText(end).waitFor();
  await page.getByRole("button", { name: `Avaa jono: ${name}` }).click();
  await told(page, /^Jono on avattu\./);
  await page.getByText("Avoinna", { exact: true }).first().waitFor();
  await found("Avoinna");
  await context.close();
});

it("CHA-11 hands a visitor over to the page of another provider, and tells it nothing of them", async () => {
  const { page, context } = await visit();
  await page.goto(chat);
  const crisis = offered(page, "Kriisichat");
  await crisis.getByText(/toisen palveluntarjoajan palvelussa/).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest(/\/chat-provider/),
    crisis.getByRole("button", { name: /^Siirry keskusteluun/ }).click(),
  ]);
  await page.getByRole("heading", { level: 1, name: /Kriisichat \(toinen palvelu\)/ }).waitFor();
  expect(new URL(request.url()).search).toBe("");
  expect(await request.headerValue("referer")).toBeNull();
  expect(await request.headerValue("cookie")).toBeNull();
  await context.close();
});
