/** Categories and queues in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { summary } from "../support/forms";
import { adminPage, choose, nurse, open, resident, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const inbox = `${practitionerUrl}/fi/admin/inbox/categories`;
const tasks = `${practitionerUrl}/fi/admin/tasks/service-categories`;

const service = (page: Page) => page.getByRole("combobox", { name: /^Palvelu/ });
const form = (page: Page) => page.getByRole("combobox", { name: /^Täytettävä lomake/ });
const content = (page: Page) => page.getByRole("combobox", { name: /^Sisältö/ });

/** Chooses a service by the beginning of its name. */
async function pickService(page: Page, name: string): Promise<void> {
  // Into sight first: a page that scrolls closes the list.
  await service(page).click();
  await service(page).fill(name.slice(0, 5));
  await page.getByRole("option", { name }).click();
}

const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const text = (page: Page, group: string, language: string) =>
  page.getByRole("group", { name: new RegExp(`^${group}`) }).getByRole("textbox", { name: language });

async function fill(page: Page, group: string, words: string): Promise<void> {
  await text(page, group, "Suomi").fill(words);
  await text(page, group, "Svenska").fill(`${words} sv`);
  await text(page, group, "English").fill(`${words} en`);
}

const check = (page: Page, group: string, choice: string) =>
  page.getByRole("group", { name: group }).getByRole("checkbox", { name: choice }).check();

/** Archives what the editor shows. */
async function archive(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog
    .getByText(/Uutta ei enää oteta vastaan\. Nykyiset tehtävät säilyvät, kunnes niiden keskustelu suljetaan\./)
    .waitFor();
  await dialog.getByRole("button", { name: button }).click();
  await told(page, /^Arkistoitiin: /);
}

/** The categories and subcategories that a resident of Lehtola can choose. */
async function offered(page: Page): Promise<void> {
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
}

it("CON-18 CON-27 lets an administrator add a category with a subcategory that a resident uses at once, and archive it: nothing new is accepted, the conversation goes on", async () => {
  const { page, context } = await adminPage(inbox, "Viestikategoriat");
  await page.getByRole("row", { name: /Terveysasema.*Terveydenhuolto.*Käytössä/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  const name = topic("Matkailijat");
  await page.getByRole("link", { name: "Uusi kategoria" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi kategoria" }).waitFor();
  await save(page);
  await summary(page).getByText("Nimi, Suomi: Kaikki käännökset on syötettävä.").waitFor();
  await fill(page, "Nimi", name);
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Kategoria tallennettiin.");

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByText("Alakategorioita ei ole vielä").waitFor();
  await page.getByRole("link", { name: "Uusi alakategoria" }).click();
  // The category before it has a name as well.
  await page.getByRole("heading", { level: 1, name: "Uusi alakategoria" }).waitFor();
  const queue = topic("Rokotukset");
  await fill(page, "Nimi", queue);
  await save(page);
  const wrong = await summary(page).textContent();
  for (const each of [
    "Palvelu: Valitse palvelu.",
    "Roolit: Valitse vähintään yksi rooli.",
    "Työpisteet: Valitse vähintään yksi työpiste.",
  ]) {
    expect(wrong).toContain(each);
  }
  // What is archived is not offered.
  await service(page).click();
  await service(page).fill("Matkailijan");
  await page.getByText("Ei tuloksia").first().waitFor();
  await pickService(page, "Hoitajan vastaanotto");
  await check(page, "Roolit", "Sairaanhoitaja");
  await check(page, "Työpisteet", "Lehtolan terveysasema");
  await page.getByText(/Jonon näkee \d+ ammattilaista: .*Liisa Virtanen/).waitFor();
  expect(await violations(page)).toEqual([]);
  const mend = await fail(page, "SaveQueue");
  await save(page);
  await page.getByText("Jonoa ei voitu tallentaa.").first().waitFor();
  await mend();
  expect(await text(page, "Nimi", "Suomi").inputValue()).toBe(queue);
  await save(page);
  await told(page, "Alakategoria tallennettiin.");
  await page.getByRole("row", { name: new RegExp(`${queue}.*Hoitajan vastaanotto.*Käytössä`) }).waitFor();

  const aino = await resident("Aino");
  await offered(aino.page);
  await aino.page.getByText(name).first().click();
  await aino.page.getByText(queue).first().click();
  const about = topic("Malaria");
  await aino.page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await aino.page.getByRole("textbox", { name: /Viesti/ }).fill("Tarvitsenko lääkkeen?");
  await aino.page.getByRole("button", { name: "Lähetä viesti" }).click();
  await aino.page.getByRole("button", { name: "Lähetä heti" }).click();
  await aino.page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  await aino.page.getByRole("link", { name: "Avaa keskustelu" }).click();

  await page.getByRole("link", { name: queue, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: queue }).waitFor();
  await archive(page, "Arkistoi alakategoria");
  await page.getByRole("row", { name: new RegExp(`${queue}.*Arkistoitu`) }).waitFor();
  const another = await resident("Maja");
  await offered(another.page);
  await another.page.getByText("Terveysasema").first().waitFor();
  expect(await another.page.getByText(name).count()).toBe(0);

  // What is there goes on until it is closed.
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).fill("Kyllä.");
  await liisa.page.getByRole("button", { name: "Lähetä" }).click();
  await aino.page.getByText("Kyllä.", { exact: true }).waitFor();

  // Back into use, and all of the category away.
  await page.getByRole("link", { name: queue, exact: true }).click();
  await page.getByRole("button", { name: "Palauta alakategoria käyttöön" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Palauta alakategoria käyttöön" }).click();
  await told(page, /^Palautettiin käyttöön: /);
  await offered(another.page);
  await another.page.getByText(name).first().waitFor();
  await archive(page, "Arkistoi kategoria");
  await page.waitForURL(inbox);
  await offered(another.page);
  await another.page.getByText("Terveysasema").first().waitFor();
  expect(await another.page.getByText(name).count()).toBe(0);
  for (const each of [context, aino.context, another.context, liisa.context]) await each.close();
});

it("CON-19 SUR-10 keeps task queues of every kind with the fields of their kind, and tells what is wrong with an address, and that a change leaves links behind", {
  tags: ["long"],
}, async () => {
  const { page, context } = await adminPage(tasks, "Tehtävien palveluluokat");
  const name = topic("Lomakkeet");
  await page.getByRole("link", { name: "Uusi palveluluokka" }).click();
  await fill(page, "Nimi", name);
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await save(page);
  await told(page, "Palveluluokka tallennettiin.");
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();

  const field = (label: RegExp) => page.getByLabel(label);
  const shown = {
    service: () => service(page).count(),
    survey: () => form(page).count(),
    url: () => field(/^Osoitteen loppuosa/).count(),
    content: () => content(page).count(),
  };
  await page.getByRole("link", { name: "Uusi tehtäväjono" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi tehtäväjono" }).waitFor();
  for (const [kind, service, survey, url, content] of [
    ["Viesti", 1, 0, 0, 0],
    ["Lomake (hakemus)", 1, 1, 0, 0],
    ["Konsultaatio", 0, 0, 0, 0],
    ["Tehtävä asiakkaalle", 1, 0, 0, 1],
    ["Jaettu ammattilaisen aloittama viesti", 1, 0, 0, 0],
    ["Anonyymi lomake", 1, 1, 1, 0],
  ] as const) {
    await page.getByRole("radio", { name: kind, exact: true }).check();
    await expect
      .poll(async () => [await shown.service(), await shown.survey(), await shown.url(), await shown.content()], {
        message: kind,
      })
      .toEqual([service, survey, url, content]);
  }
  const queue = topic("Palaute");
  await fill(page, "Nimi", queue);
  await pickService(page, "Lääkärin vastaanotto");
  await form(page).click();
  await form(page).fill("Palaute");
  await page.getByRole("option", { name: "Palaute palveluista" }).click();
  await field(/^Osoitteen loppuosa/).fill("Pääte & muuta");
  await page.getByText("Älä kirjoita erikoismerkkejä. Ehdotus: paate-muuta").first().waitFor();
  const tail = topic("palaute").replaceAll(" ", "-").toLowerCase();
  await field(/^Osoitteen loppuosa/).fill(tail);
  await page.getByText(`Lomakkeen osoite on /lomakkeet/${tail}.`).waitFor();
  await check(page, "Roolit", "Sairaanhoitaja");
  await check(page, "Työpisteet", "Lehtolan terveysasema");
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Tehtäväjono tallennettiin.");

  // Its kind stays; a new address is warned of.
  await page.getByRole("link", { name: queue, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: queue }).waitFor();
  expect(await field(/^Tyyppi/).inputValue()).toBe("Anonyymi lomake");
  expect(await service(page).inputValue()).toBe("Lääkärin vastaanotto");
  await field(/^Osoitteen loppuosa/).fill(`${tail}-2`);
  await page.getByText("Jos muutat osoitetta, vanhat linkit on korvattava uusilla.").waitFor();
  await save(page);
  await told(page, "Tehtäväjono tallennettiin.");

  // The former address stays its queue's.
  await page.getByRole("link", { name: "Uusi tehtäväjono" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi tehtäväjono" }).waitFor();
  await page.getByRole("radio", { name: "Anonyymi lomake", exact: true }).check();
  await field(/^Osoitteen loppuosa/).fill(tail);
  await page.getByText("Tämä url-osoite on jo käytössä").first().waitFor();
  await page.getByRole("radio", { name: "Tehtävä asiakkaalle", exact: true }).check();
  await fill(page, "Nimi", topic("Mittaus"));
  await choose(page, /Määräaika/, /Päivää/);
  await save(page);
  const wrong = await summary(page).textContent();
  for (const each of ["Sisältö: Valitse sisältö.", "Määräaika: Anna luku väliltä 1–1000."]) {
    expect(wrong).toContain(each);
  }
  // What a patient is given is found by its title, and stays chosen.
  await pickService(page, "Hoitajan vastaanotto");
  await content(page).click();
  await content(page).fill("Mittaa");
  await page.getByRole("option", { name: "Mittaa verenpaineesi kotona" }).click();
  const given = await page.getByRole("textbox", { name: "Suomi" }).first().inputValue();
  await page.getByRole("textbox", { name: /^Kuinka monta/ }).fill("3");
  await check(page, "Roolit", "Sairaanhoitaja");
  await check(page, "Työpisteet", "Lehtolan terveysasema");
  await save(page);
  await told(page, "Tehtäväjono tallennettiin.");
  await page.getByRole("link", { name: given, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: given }).waitFor();
  expect(await content(page).inputValue()).toBe("Mittaa verenpaineesi kotona");
  await context.close();
});

it("puts categories and queues into an order by keyboard alone", { tags: ["long"] }, async () => {
  const { page, context } = await adminPage(tasks, "Tehtävien palveluluokat");
  await page.getByRole("link", { name: "Konsultaatiot", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Konsultaatiot" }).waitFor();
  const names = () => page.getByRole("table").getByRole("link").allTextContents();
  const before = await names();
  const first = before[0] ?? "";
  const press = async (key: string) => {
    await page.getByRole("button", { name: "Järjestä" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Järjestä" });
    await dialog.getByRole("button", { name: `Siirrä ${key}: ${first}` }).focus();
    await page.keyboard.press("Enter");
    await dialog
      .getByRole("status")
      .getByText(new RegExp(`^${first}: paikka`))
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Tallenna" }).focus();
    await page.keyboard.press("Enter");
    await told(page, "Järjestys tallennettiin.");
    await dialog.waitFor({ state: "detached" });
  };
  await press("alas");
  await expect.poll(names).toEqual([before[1], first, ...before.slice(2)]);
  await press("ylös");
  await expect.poll(names).toEqual(before);
  await context.close();
});
