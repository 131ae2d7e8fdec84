/** Services in the admin panel, and who refers to them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { adminPage, choose, nurse, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/service-information/services`;
const categories = `${practitionerUrl}/fi/admin/service-information/categories`;

const admin = (width = 1440) => adminPage(list, "Palvelut", width);

/** A text in a language, by the name of its group. */
const text = (page: Page, group: string, language: string) =>
  page.getByRole("group", { name: new RegExp(`^${group}`) }).getByRole("textbox", { name: language });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna", exact: true }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);
const field = (page: Page, label: RegExp) => page.getByRole("textbox", { name: label });
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

async function fill(page: Page, group: string, [fi, sv, en]: readonly [string, string, string]): Promise<void> {
  await text(page, group, "Suomi").fill(fi);
  await text(page, group, "Svenska").fill(sv);
  await text(page, group, "English").fill(en);
}

const inAll = (words: string) => [words, `${words} sv`, `${words} en`] as const;
const nothing = ["", "", ""] as const;

async function begin(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Uusi palvelu" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi palvelu" }).waitFor();
  await page.getByRole("combobox", { name: "Palveluluokka" }).waitFor();
}

/** Little more than a name. */
async function fillPlain(page: Page, name: string, category: RegExp): Promise<void> {
  await fill(page, "Nimi", inAll(name));
  await choose(page, /Palveluluokka/, category);
  await page.getByRole("radio", { name: "Kaikille" }).check();
  await page.getByRole("radio", { name: "Kaikki", exact: true }).check();
}

/** Presses a button and the one of the same name in the question that it asks. */
async function confirmed(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
}

it("SVC-02 SVC-06 lets an administrator add, find, change, archive, restore and remove a service with every field, its administrative name among them", async () => {
  const { page, context } = await admin();
  await page.getByRole("row", { name: /Lastenneuvola.*Neuvolat.*Perhepalvelut.*Kaikille.*Käytössä/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  const name = topic("Hammastarkastus");
  await begin(page);
  await fill(page, "Nimi", inAll(name));
  await field(page, /Hallinnollinen nimi/).fill(`Sisäinen ${name}`);
  await fill(page, "Kuvaus", ["Hampaat", "Tänder", "Teeth"]);
  await choose(page, /Palveluluokka/, /Suun terveydenhuolto/);
  await page.getByRole("radio", { name: "Ammattilaisille" }).check();
  await choose(page, /Palvelualue/, /Lehtola/);
  await field(page, /Alin ikä/).fill("7");
  await field(page, /Ylin ikä/).fill("17");
  await page.getByRole("radio", { name: "Naiset" }).check();
  await page
    .getByRole("group", { name: /^Ammattilaisten roolit/ })
    .getByRole("checkbox", { name: "Sairaanhoitaja" })
    .check();
  const contents = page.getByRole("group", { name: /^Sisällöt/ });
  await contents.getByRole("checkbox", { name: "Verikokeeseen valmistautuminen" }).check();
  // What was never published is nothing to tell.
  expect(await contents.getByRole("checkbox", { name: /verenpaineen kotona$/ }).count()).toBe(0);
  await fill(page, "Ajan oletusnimi", ["Tarkastus", "Kontroll", "Check-up"]);
  await fill(page, "Ammattilaisen oletusrooli", ["Hammaslääkäri", "Tandläkare", "Dentist"]);
  await fill(page, "Valmistautumisohjeet", ["Harjaa hampaat", "Borsta tänderna", "Brush your teeth"]);
  await field(page, /Hakuväli/).fill("60");
  await field(page, /Hakuväli/).press("Tab");
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Palvelu tallennettiin.");
  await page.waitForURL(list);

  // Found by the administrative name, and by any language.
  await search(page, `sisäinen ${name} teeth`);
  await page
    .getByRole("row", { name: new RegExp(`${name}.*Sisäinen.*Suun terveydenhuolto.*Ammattilaisille`) })
    .waitFor();
  await open(page, name);
  await page.getByRole("heading", { level: 1, name }).waitFor();
  const kept = {
    administrative: await field(page, /Hallinnollinen nimi/).inputValue(),
    category: await page.getByRole("combobox", { name: "Palveluluokka" }).locator("option:checked").textContent(),
    area: await page
      .getByRole("combobox", { name: /Palvelualue/ })
      .locator("option:checked")
      .textContent(),
    ages: [await field(page, /Alin ikä/).inputValue(), await field(page, /Ylin ikä/).inputValue()],
    sex: await page.getByRole("radio", { name: "Naiset" }).isChecked(),
    role: await page.getByRole("checkbox", { name: "Sairaanhoitaja" }).isChecked(),
    others: await page.getByRole("checkbox", { name: "Lääkäri", exact: true }).isChecked(),
    contents: [
      await page.getByRole("checkbox", { name: "Verikokeeseen valmistautuminen" }).isChecked(),
      await page.getByRole("checkbox", { name: "Flunssan itsehoito" }).isChecked(),
    ],
    appointment: await text(page, "Ajan oletusnimi", "Svenska").inputValue(),
    defaultRole: await text(page, "Ammattilaisen oletusrooli", "English").inputValue(),
    preparation: await text(page, "Valmistautumisohjeet", "Suomi").inputValue(),
    interval: await field(page, /Hakuväli/).inputValue(),
  };
  expect(kept).toEqual({
    administrative: `Sisäinen ${name}`,
    category: "Suun terveydenhuolto",
    area: "Lehtola",
    ages: ["7", "17"],
    sex: true,
    role: true,
    others: false,
    contents: [true, false],
    appointment: "Kontroll",
    defaultRole: "Dentist",
    preparation: "Harjaa hampaat",
    interval: "60",
  });

  // What can be left out is taken away again.
  for (const group of ["Kuvaus", "Ajan oletusnimi", "Ammattilaisen oletusrooli", "Valmistautumisohjeet"]) {
    await fill(page, group, nothing);
  }
  for (const each of [/Alin ikä/, /Ylin ikä/, /Hakuväli/, /Hallinnollinen nimi/]) await field(page, each).fill("");
  await page.getByRole("radio", { name: "Ei kenellekään" }).check();
  await save(page);
  await told(page, "Palvelu tallennettiin.");
  await search(page, name);
  await page.getByRole("row", { name: new RegExp(`${name} – Suun terveydenhuolto Ei kenellekään `) }).waitFor();

  await open(page, name);
  await confirmed(page, "Arkistoi palvelu");
  await told(page, "Palvelu arkistoitiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia palveluja ei löytynyt").waitFor();
  await choose(page, /Tila/, /Arkistoitu/);
  await open(page, name);
  await confirmed(page, "Palauta palvelu");
  await told(page, "Palvelu palautettiin.");
  await search(page, name);
  await open(page, name);
  await page.getByRole("button", { name: "Poista palvelu" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(/Poistettua palvelua ei voi palauttaa\./).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Poista palvelu" }).click();
  await told(page, "Palvelu poistettiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia palveluja ei löytynyt").waitFor();
  await context.close();
});

it("SVC-02 tells both errors of the age range at their fields, keeps what was typed, and asks about a name that exists", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin(360);
  await begin(page);
  await save(page);
  await summary(page).getByText("Nimi, Suomi: Kaikki käännökset on syötettävä.").waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    "Nimi, Suomi: Kaikki käännökset on syötettävä.",
    "Nimi, Svenska: Kaikki käännökset on syötettävä.",
    "Nimi, English: Kaikki käännökset on syötettävä.",
    expect.stringMatching(/^Palveluluokka:/),
    expect.stringMatching(/^Saatavuus:/),
    expect.stringMatching(/^Sukupuoli:/),
  ]);
  const name = topic("Neuvonta");
  await fillPlain(page, name, /Perhepalvelut/);
  await field(page, /Alin ikä/).fill("18");
  await field(page, /Ylin ikä/).fill("17");
  await save(page);
  await summary(page).getByText("Alin ikä: Alin ikä ei voi olla enemmän kuin ylin ikä").waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    "Alin ikä: Alin ikä ei voi olla enemmän kuin ylin ikä",
    "Ylin ikä: Ylin ikä ei voi olla vähemmän kuin alin ikä",
  ]);
  expect(await violations(page)).toEqual([]);
  await field(page, /Ylin ikä/).fill("19");

  // Another one has the name, in capitals and in Swedish alone.
  await text(page, "Nimi", "Svenska").fill("BARNRÅDGIVNING");
  await save(page);
  const question = page.getByRole("alertdialog", { name: "Samanniminen palvelu on jo olemassa" });
  await question.getByText(/Toisella palvelulla on jo tämä nimi: BARNRÅDGIVNING\./).waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Peruuta" }).click();
  expect(await text(page, "Nimi", "Svenska").inputValue()).toBe("BARNRÅDGIVNING");
  const mend = await fail(page, "SaveService");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Palvelua ei voitu tallentaa\./)
    .waitFor();
  await mend();
  await save(page);
  await question.getByRole("button", { name: "Tallenna silti" }).click();
  await told(page, "Palvelu tallennettiin.");
  // It is not asked about again.
  await search(page, name);
  await open(page, name);
  await field(page, /Ylin ikä/).fill("20");
  await save(page);
  await page.waitForURL(list);
  await context.close();
});

it("SVC-01 says which services stand in the way of removing their category and leads to them, and removes one that holds none", {
  tags: ["long"],
}, async () => {
  const { page, context } = await adminPage(categories, "Palveluluokat");
  const name = topic("Lakkautettava");
  await page.getByRole("link", { name: "Uusi palveluluokka" }).click();
  await fill(page, "Nimi", inAll(name));
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await save(page);
  await told(page, "Palveluluokka tallennettiin.");
  await page.getByRole("navigation", { name: "Palvelutietojen osiot" }).getByRole("link", { name: "Palvelut" }).click();
  await page.getByRole("heading", { level: 1, name: "Palvelut" }).waitFor();
  const service = topic("Viimeinen palvelu");
  await begin(page);
  await fillPlain(page, service, new RegExp(name));
  await save(page);
  await told(page, "Palvelu tallennettiin.");

  await page
    .getByRole("navigation", { name: "Palvelutietojen osiot" })
    .getByRole("link", { name: "Palveluluokat" })
    .click();
  await search(page, name);
  await open(page, name);
  await page.getByRole("button", { name: "Poista palveluluokka" }).click();
  const obstacle = page.getByRole("dialog", { name: "Poista palveluluokka" });
  await obstacle
    .getByText(`Luokkaa ${name} ei voi poistaa, koska siihen kuuluu yksi palvelu.`, { exact: false })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await obstacle.getByRole("link", { name: service }).click();
  await page.getByRole("heading", { level: 1, name: service }).waitFor();
  await choose(page, /Palveluluokka/, /Perhepalvelut/);
  await save(page);
  await told(page, "Palvelu tallennettiin.");

  await page.goto(`${categories}?search=${encodeURIComponent(name)}`);
  await open(page, name);
  await confirmed(page, "Poista palveluluokka");
  await told(page, "Palveluluokka poistettiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia palveluluokkia ei löytynyt").waitFor();
  await context.close();
});

it("says what of services could not be loaded, and shows a practitioner none of it", { tags: ["long"] }, async () => {
  const { page, context } = await admin();
  const mendList = await fail(page, "ListServices");
  await page.reload();
  await page.getByText(/Palveluja ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mendList();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const mend = await fail(page, "GetService");
  await open(page, "Lastenneuvola");
  await page.getByText(/Palvelun tietoja ei voitu ladata\./).waitFor();
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("heading", { level: 1, name: "Lastenneuvola" }).waitFor();
  const liisa = await nurse("Liisa");
  await liisa.page.goto(list);
  await liisa.page.getByText("Hallintapaneeli ei ole käytössäsi").first().waitFor();
  expect(await liisa.page.getByText("Neuvolat").count()).toBe(0);
  for (const each of [context, liisa.context]) await each.close();
});
