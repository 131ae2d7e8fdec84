/** Patients, as professionals find them. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { control, fail } from "../support/faults";
import { summary } from "../support/forms";
import { lookUpUntilRefused } from "../support/lookups";
import { choose, chooseWork, endSessionAndReturn, nurse, professional, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const isFocused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name") === "ssn");
const field = (page: Page) => page.getByRole("textbox", { name: "Henkilötunnus" });

async function search(page: Page, ssn: string): Promise<void> {
  await field(page).fill(ssn);
  await page.getByRole("button", { name: "Hae potilas" }).click();
}

async function confirm(page: Page, ground: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText(ground, { exact: true }).click();
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await dialog.waitFor({ state: "detached" });
}

it("PRO-05 finds a patient by personal identity code, and says what is wrong with a code or that nobody has it", async () => {
  const { page, context } = await nurse("Liisa");
  await page.goto(`${practitionerUrl}/fi/patient`);
  for (const malformed of ["290288-922T", "290288922S", "300288-922S"]) {
    await search(page, malformed);
    await page.getByText("Henkilötunnus on väärässä muodossa.").waitFor();
    await expect.poll(() => isFocused(page)).toBe(true);
    expect(await field(page).inputValue()).toBe(malformed);
    expect(await page.getByRole("alertdialog").count()).toBe(0);
  }
  // Well-formed, also with a separator of 2023, and nobody's; or somebody's of whom nobody is told.
  for (const nobody of ["010594Y9032", "170560-966M"]) {
    await search(page, nobody);
    await confirm(page, "Asiakastyö");
    await page.getByText("Potilasta ei löydy.").waitFor();
    // The focus is where the code is put right, and what is wrong is read with it.
    await expect.poll(() => isFocused(page)).toBe(true);
    const described = await field(page).getAttribute("aria-describedby");
    expect(described).toMatch(/-error$/);
  }
  const mend = await fail(page, "LookUpPatient");
  await search(page, "290288-922S");
  await confirm(page, "Konsultaatio");
  await page.getByText(/^Potilasta ei voitu hakea\./).waitFor();
  await mend();

  await search(page, "290288-922s");
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByRole("button", { name: "Vahvista ja hae" }).click();
  await dialog.getByText("Valitse peruste.").waitFor();
  expect(await violations(page)).toEqual([]);
  await confirm(page, "Hoidon tarpeen arviointi tai hoidon järjestäminen");
  await page.getByRole("heading", { level: 2, name: "Aino Lehtonen" }).waitFor();
  await page.getByText("290288-922S").waitFor();
  await page.getByText("Suostumus palvelun käyttöön ja viestintään").waitFor();
  await page.getByText("Annettu", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  // The code stands in no address, and in no field for the next one to read.
  expect(page.url()).not.toMatch(/290288|922/);
  const address = page.url();
  expect(await field(page).count()).toBe(0);
  await page.getByRole("button", { name: "Hae toinen potilas" }).click();
  await expect.poll(() => isFocused(page)).toBe(true);
  expect(await field(page).inputValue()).toBe("");
  expect(await page.getByRole("heading", { level: 2 }).count()).toBe(0);

  // What one has opened is open to nobody else by its address.
  const pekka = await nurse("Pekka", { width: 360 });
  await pekka.page.goto(address);
  await pekka.page.getByText("Potilas ei ole auki tässä istunnossa.").waitFor();
  expect(await pekka.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
    0,
  );
  await pekka.context.close();
  await context.close();
});

it("PRO-11 copies a patient's code to the clipboard, and says when that fails", async () => {
  const { page, context } = await nurse("Liisa");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${practitionerUrl}/fi/patient`);
  await search(page, "290288-922S");
  await confirm(page, "Asiakastyö");
  await page.getByRole("button", { name: "Kopioi" }).click();
  await page.getByText("Henkilötunnus kopioitiin leikepöydälle.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("290288-922S");
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("no")) });
  });
  await page.getByRole("button", { name: "Kopioi" }).click();
  await page.getByText("Henkilötunnusta ei voitu kopioida leikepöydälle.").waitFor();
  await context.close();
});

it("PRO-06 looks nobody up without a confirmed right, and lets the resident see who looked, when, where and why", async () => {
  const liisa = await nurse("Liisa");
  await liisa.page.goto(`${practitionerUrl}/fi/patient`);
  let asked = 0;
  liisa.page.on("request", (request) => {
    if (request.url().includes("LookUpPatient")) asked += 1;
  });
  await search(liisa.page, "121275-933V");
  const dialog = liisa.page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  for (const ground of [
    "Hoidon tarpeen arviointi tai hoidon järjestäminen",
    "Asiakastyö",
    "Asiakas- tai hoitopuhelu",
    "Konsultaatio",
  ]) {
    await dialog.getByText(ground, { exact: true }).waitFor();
  }
  await dialog.getByRole("button", { name: "Peruuta" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(asked).toBe(0);
  await search(liisa.page, "121275-933V");
  await confirm(liisa.page, "Asiakas- tai hoitopuhelu");
  await liisa.page.getByRole("heading", { level: 2, name: "Eino Saarinen" }).waitFor();
  expect(asked).toBe(1);

  const eino = await resident("Eino", { width: 360 });
  await eino.page.goto(`${residentUrl}/fi/mobile-profile`);
  await eino.page.getByRole("link", { name: "Kuka on katsonut tietojani" }).click();
  const list = eino.page.getByRole("list", { name: "Kuka on katsonut tietojani" });
  const newest = list.getByRole("article").filter({ hasText: "Haki sinut henkilötunnuksella." }).first();
  await newest.waitFor();
  const text = (await newest.textContent()) ?? "";
  for (const part of [
    "Liisa Virtanen",
    "Sairaanhoitaja, Lehtolan terveysasema",
    "Peruste: asiakas- tai hoitopuhelu.",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/\d\d\.\d\d\.\d{4} klo \d\d:\d\d/);
  expect(await violations(eino.page)).toEqual([]);
  for (const [language, title] of [
    ["sv", "Vem har tittat på mina uppgifter"],
    ["sms", "Ǩii lij ǩiõččâm muu teâđaid"],
  ] as const) {
    await eino.page.goto(`${residentUrl}/${language}/user/access-log`);
    await eino.page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(
      await eino.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
  await eino.context.close();
  await liisa.context.close();
});

/** Opens a patient by code, as far as the basic info. */
async function openPatient(page: Page, ssn: string, name: string): Promise<void> {
  await page.goto(`${practitionerUrl}/fi/patient`);
  await search(page, ssn);
  await confirm(page, "Asiakastyö");
  await page.getByRole("heading", { level: 2, name }).waitFor();
  await page.getByRole("heading", { level: 3, name: "Perustiedot" }).waitFor();
}

const text = (page: Page, name: RegExp | string) => page.getByRole("textbox", { name });
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();

it("PRO-07 shows and changes a patient's basic info, field by field, and never the personal identity code", async () => {
  const { page, context } = await nurse("Liisa");
  await openPatient(page, "280285-903R", "Maja Lindqvist");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Muokkaa" }).click();
  expect(await text(page, "Henkilötunnus").last().getAttribute("readonly")).not.toBeNull();
  await page.getByText("Henkilötunnusta ei voi muuttaa.").waitFor();
  // The first field has the focus, and the button gets it back.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  expect(await focused()).toBe("info.first_name");
  await page.getByRole("button", { name: "Peruuta" }).click();
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Muokkaa");
  await page.keyboard.press("Enter");
  // One name is enough, none is not.
  await text(page, /^Etunimi/).fill(" ");
  await text(page, /^Sukunimi/).fill("");
  await text(page, /^Sähköposti/).fill("maja");
  const save = page.getByRole("button", { name: "Tallenna perustiedot" });
  await save.click();
  const above = summary(page);
  for (const label of [/^Etunimi:/, /^Sukunimi:/]) await above.getByRole("link", { name: label }).waitFor();
  await text(page, /^Etunimi/).fill("Maja");
  await text(page, /^Sukunimi/).fill("Lindqvist");
  await text(page, /^Puhelin/).fill("040");
  await save.click();
  await above
    .getByRole("link", { name: "Sähköposti: Sähköpostiosoite ei ole oikeassa muodossa. Tarkista osoite." })
    .waitFor();
  await above.getByRole("link", { name: /^Puhelin: Kirjoita numero kansainvälisessä muodossa/ }).waitFor();
  await text(page, /^Sähköposti/).fill("maja.l@example.fi");
  await text(page, /^Puhelin/).fill("+358 40 123 4567");
  await text(page, /^Kutsumanimi/).fill("Majsan");
  await text(page, /^Osoite/).fill("Strandvägen 8 A");
  await choose(page, /Palvelualue/, /Lehtola/);
  expect(await violations(page)).toEqual([]);
  const mend = await fail(page, "SavePatientInfo");
  await save.click();
  await page.getByText(/^Perustietoja ei voitu tallentaa\./).waitFor();
  await mend();
  await save.click();
  await told(page, "Perustiedot tallennettiin.");
  for (const kept of ["Majsan", "maja.l@example.fi", "+358401234567", "Strandvägen 8 A", "Lehtola"]) {
    await page.getByRole("definition").filter({ hasText: kept }).first().waitFor();
  }
  // Unsaved work is asked about.
  await page.getByRole("button", { name: "Muokkaa" }).click();
  await text(page, /^Kutsumanimi/).fill("Kesken");
  const menu = page.getByRole("navigation", { name: "Päävalikko" });
  // Another patient is another page, though its address is the same but for the search.
  await menu.getByRole("link", { name: "Potilaat" }).click();
  await page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" }).getByRole("button").first().press("Escape");
  expect(await text(page, /^Kutsumanimi/).inputValue()).toBe("Kesken");
  await menu.getByRole("link", { name: "Chat" }).click();
  await page
    .getByRole("alertdialog", { name: "Poistutko tallentamatta?" })
    .getByRole("button", { name: "Poistu tallentamatta" })
    .click();
  await page.getByRole("heading", { level: 1, name: "Chat" }).waitFor();
  await context.close();
});

it("PRO-07 adds a patient by hand on a confirmed right, and says why they cannot be messaged", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa", { width: 360 });
  await page.goto(`${practitionerUrl}/fi/patient`);
  await page.getByRole("link", { name: "Lisää potilas käsin" }).click();
  const add = page.getByRole("button", { name: "Lisää potilas" });
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await add.click();
  expect(await summary(page).getByRole("link").count()).toBe(3);
  expect(await dialog.count()).toBe(0);
  // Who is a patient already is not added twice.
  await text(page, "Henkilötunnus").fill("290288-922S");
  await text(page, /^Etunimi/).fill("Kerttu");
  await text(page, /^Sukunimi/).fill("Uusitalo");
  await add.click();
  await dialog.getByRole("radio", { name: "Konsultaatio" }).click();
  await dialog.getByRole("button", { name: "Vahvista ja lisää" }).click();
  await page.getByRole("link", { name: /^Henkilötunnus: Potilas on jo lisätty/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  // Nobody's yet: with the right confirmed the patient is there, and open.
  await text(page, "Henkilötunnus").fill("010594Y9032");
  await add.click();
  await dialog.getByRole("radio", { name: "Konsultaatio" }).click();
  await dialog.getByRole("button", { name: "Vahvista ja lisää" }).click();
  await page.getByRole("heading", { level: 2, name: "Kerttu Uusitalo" }).waitFor();
  await page.getByText("Lisätty käsin").or(page.getByText("Ei annettu, lisätty käsin")).first().waitFor();
  await page
    .getByText(
      "Potilaalle ei voi lähettää viestejä, koska hänet on lisätty käsin eikä hän ole itse ottanut palvelua käyttöön.",
    )
    .waitFor();
  expect(page.url()).not.toMatch(/010594/);
  // The record system does not know them, and says so in place.
  await page.getByRole("button", { name: "Päivitä potilastietojärjestelmästä" }).click();
  await page
    .getByRole("alert")
    .getByText(/Perustietojen päivitys epäonnistui/)
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await context.close();
});

it("PRO-07 PRO-09 refreshes the info from the record system, says in place when that failed, and links there", async () => {
  const { page, context } = await nurse("Liisa");
  await openPatient(page, "121275-933V", "Eino Saarinen");
  const link = page.getByRole("link", { name: /^Avaa potilastietojärjestelmässä/ });
  expect(await link.count()).toBe(0);
  const refresh = page.getByRole("button", { name: "Päivitä potilastietojärjestelmästä" });
  await control("patient_record_fails");
  await refresh.click();
  await page
    .getByRole("alert")
    .getByText(/^Perustietojen päivitys epäonnistui\. Potilastietojärjestelmä ei vastaa/)
    .waitFor();
  await control("none");
  await refresh.click();
  await told(page, "Perustiedot päivitettiin.");
  await page.getByRole("definition").filter({ hasText: "Eino Johannes Saarinen" }).waitFor();
  await page.getByRole("definition").filter({ hasText: "+358400000002" }).waitFor();
  expect(await page.getByText(/Perustietojen päivitys epäonnistui/).count()).toBe(0);
  const opened = context.waitForEvent("page");
  await link.click();
  const record = await opened;
  await record.getByRole("heading", { name: "Eino Saarinen" }).waitFor();
  expect(record.url()).not.toMatch(/121275|933V/);
  await context.close();
});

it("PRO-09 changes the care team of a patient to one of the area, and keeps the old one when that fails", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa");
  await openPatient(page, "290288-922S", "Aino Lehtonen");
  const card = page.getByRole("heading", { level: 3, name: "Hoitotiimi" }).locator("..");
  await page.getByRole("button", { name: /^(Vaihda|Valitse) hoitotiimi$/ }).click();
  const options = page.getByRole("combobox", { name: "Hoitotiimi" }).locator("option:not([hidden])");
  await options.first().waitFor({ state: "attached" });
  expect(await options.allTextContents()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Tiimi Koivu/),
      expect.stringMatching(/^Tiimi Kuusi/),
      "Ei hoitotiimiä",
    ]),
  );
  // Switched off: offered to nobody.
  expect((await options.allTextContents()).join()).not.toContain("Tunturitiimi");
  await choose(page, /Hoitotiimi/, /Tiimi Kuusi/);
  const mend = await fail(page, "ChooseCareTeam");
  await page.getByRole("button", { name: "Tallenna hoitotiimi" }).click();
  await page.getByText(/^Hoitotiimiä ei voitu vaihtaa\./).waitFor();
  await mend();
  await page.getByRole("button", { name: "Tallenna hoitotiimi" }).click();
  await told(page, "Hoitotiimi vaihdettiin.");
  await card.getByText("Tiimi Kuusi", { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);

  // In use now: administrators cannot delete it.
  const paula = await professional("Paula");
  await paula.page.goto(`${practitionerUrl}/fi/admin/careteam-management`);
  await paula.page.getByRole("link", { name: "Tiimi Kuusi", exact: true }).click();
  await paula.page.getByRole("button", { name: "Poista hoitotiimi" }).click();
  await paula.page.getByRole("alertdialog").getByRole("button", { name: "Poista hoitotiimi" }).click();
  await told(paula.page, /Hoitotiimiä ei voi poistaa, koska siihen kuuluu (yksi potilas|\d+ potilasta)\./);
  await paula.context.close();
  await context.close();
});

it("refuses a professional who looks up too many, says when it is possible again, and shows it to an administrator", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Helmi");
  await page.goto(`${practitionerUrl}/fi/patient`);
  expect(await lookUpUntilRefused(page)).toBe(60);
  for (const ssn of ["290288-922S", "010594Y9032"]) {
    await search(page, ssn);
    await confirm(page, "Asiakastyö");
    await page
      .getByText(
        /Olet hakenut nyt niin monta potilasta kuin on sallittu\. Voit hakea uudelleen \d+\sminuutin kuluttua\./,
      )
      .waitFor();
    await expect.poll(() => isFocused(page)).toBe(true);
  }
  expect(await page.getByText("Aino").count()).toBe(0);
  await context.close();

  const paula = await professional("Paula", { width: 360 });
  await paula.page.goto(`${practitionerUrl}/fi/admin`);
  await paula.page.getByRole("link", { name: /Hakuhälytykset/ }).click();
  await paula.page.getByRole("heading", { level: 1, name: "Hakuhälytykset" }).waitFor();
  const alert = paula.page.getByRole("main").getByRole("listitem").filter({ hasText: "Haku estetty" });
  await alert.getByText("60 yhdessä tunnissa, raja 60").waitFor();
  await alert.getByText("Helmi Kangas").waitFor();
  await paula.page.getByText("Lähellä rajaa").first().waitFor();
  expect(await violations(paula.page)).toEqual([]);
  await alert.getByRole("button", { name: /^Merkitse käsitellyksi: Helmi Kangas/ }).press("Enter");
  await paula.page.getByText("Hälytys on merkitty käsitellyksi.").waitFor();
  await alert.getByText(/Paula Pääkäyttäjä, /).waitFor();
  expect(await paula.page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await paula.context.close();
});

it("PRO-07 keeps what was typed into basic info, and of a new patient, when the session ends", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Karin");
  await openPatient(page, "280285-903R", "Maja Lindqvist");
  await page.getByRole("button", { name: "Muokkaa" }).click();
  await text(page, /^Kotiosoite|^Osoite/).fill("Kesken 1");
  await endSessionAndReturn(page, "Karin");
  await chooseWork(page);
  await page.getByRole("heading", { level: 1, name: "Potilaat" }).waitFor();
  // Who was opened in the session before is opened again, and what was typed is there.
  await openPatient(page, "280285-903R", "Maja Lindqvist");
  await page.getByText("Tässä on muutoksia, jotka kirjoitit aiemmin", { exact: false }).waitFor();
  expect(await text(page, /^Kotiosoite|^Osoite/).inputValue()).toBe("Kesken 1");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Peruuta" }).click();
  await page.getByRole("button", { name: "Muokkaa" }).click();
  expect(await text(page, /^Kotiosoite|^Osoite/).inputValue()).not.toBe("Kesken 1");
  await page.getByRole("button", { name: "Peruuta" }).click();

  await page.goto(`${practitionerUrl}/fi/patient/new`);
  await text(page, /^Sukunimi/).fill("Keskeneräinen");
  await endSessionAndReturn(page, "Karin");
  // The page that was asked for, not where a day begins.
  await chooseWork(page);
  await page.getByText("Tässä on muutoksia, jotka kirjoitit aiemmin", { exact: false }).waitFor();
  expect(await text(page, /^Sukunimi/).inputValue()).toBe("Keskeneräinen");
  await context.close();
});

it("PRO-07 undoes nothing of a patient that a colleague has saved meanwhile, and keeps what was typed", {
  tags: ["long"],
}, async () => {
  const [one, other] = [await nurse("Karin"), await nurse("Pekka")];
  for (const { page } of [one, other]) {
    await openPatient(page, "121275-933V", "Eino Saarinen");
    await page.getByRole("button", { name: "Muokkaa" }).click();
  }
  const address = (page: Page) => text(page, /^Kotiosoite|^Osoite/);
  await address(one.page).fill("Uusi katu 1");
  await one.page.getByRole("button", { name: "Tallenna" }).click();
  await told(one.page, /tallennettiin/);
  await text(other.page, /^Kutsumanimi/).fill("Eikka");
  await other.page.getByRole("button", { name: "Tallenna" }).click();
  await other.page.getByText("Joku muu on tallentanut nämä tiedot sillä välin.", { exact: false }).waitFor();
  expect(await text(other.page, /^Kutsumanimi/).inputValue()).toBe("Eikka");
  await other.page.getByRole("button", { name: "Hylkää omani ja näytä uudet tiedot" }).click();
  await expect.poll(() => address(other.page).inputValue()).toBe("Uusi katu 1");
  await one.context.close();
  await other.context.close();
});
