/** Service categories in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/service-information/categories`;

const admin = (width?: number) => adminPage(list, "Palveluluokat", width);

/** A text in a language, by the name of its group. */
const text = (page: Page, group: string, language: string) =>
  page.getByRole("group", { name: new RegExp(`^${group}`) }).getByRole("textbox", { name: language });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);

async function fill(page: Page, group: string, [fi, sv, en]: readonly [string, string, string]): Promise<void> {
  await text(page, group, "Suomi").fill(fi);
  await text(page, group, "Svenska").fill(sv);
  await text(page, group, "English").fill(en);
}

const inAll = (name: string) => [name, `${name} sv`, `${name} en`] as const;

it("SVC-01 lets an administrator add, find, change, archive and restore a service category with name and description in three languages and an icon", async () => {
  const { page, context } = await admin();
  await page.getByRole("row", { name: /Suun terveydenhuolto.*Terveydenhuolto.*Käytössä/ }).waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "Nimi",
    "Kuvake",
    "Aihe",
    "Tila",
    "Päivitetty",
  ]);
  expect(await violations(page)).toEqual([]);

  const name = topic("Kuntoutus");
  await page.getByRole("link", { name: "Uusi palveluluokka" }).click();
  await page.getByRole("heading", { level: 1, name: "Uusi palveluluokka" }).waitFor();
  await fill(page, "Nimi", inAll(name));
  await fill(page, "Kuvaus", ["Arjen toimintakyky", "Funktionsförmåga i vardagen", "Everyday abilities"]);
  const icon = page.getByRole("group", { name: "Kuvake" });
  await icon.getByRole("button", { name: "Valitse" }).click();
  const icons = page.getByRole("dialog", { name: "Kuvake" });
  await icons.getByRole("searchbox").fill("sydän");
  await icons.getByRole("button", { name: /sydän/i }).first().click();
  await icon.getByText(/sydän/i).waitFor();
  await page.getByRole("radio", { name: "Sosiaalihuolto" }).check();
  expect(await violations(page)).toEqual([]);
  await save(page);
  await told(page, "Palveluluokka tallennettiin.");
  await page.waitForURL(list);

  // By words of any language; the state stands in the address.
  await search(page, `${name} everyday vardagen`);
  await page.getByRole("row", { name: new RegExp(`${name}.*Sosiaalihuolto.*Käytössä`) }).waitFor();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  expect(await text(page, "Kuvaus", "Svenska").inputValue()).toBe("Funktionsförmåga i vardagen");
  expect(await text(page, "Nimi", "Svenska").getAttribute("lang")).toBe("sv");
  await fill(page, "Kuvaus", ["", "", ""]);
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await save(page);
  await told(page, "Palveluluokka tallennettiin.");
  await search(page, name);
  await page.getByRole("row", { name: new RegExp(`${name}.*Terveydenhuolto.*Käytössä`) }).waitFor();

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Arkistoi palveluluokka" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Arkistoidaanko ${name}?`).waitFor();
  const mend = await fail(page, "ArchiveServiceCategory");
  await dialog.getByRole("button", { name: "Arkistoi palveluluokka" }).click();
  await told(page, /^Palveluluokkaa ei voitu arkistoida\./);
  await mend();
  await page.getByRole("button", { name: "Arkistoi palveluluokka" }).click();
  await dialog.getByRole("button", { name: "Arkistoi palveluluokka" }).click();
  await told(page, "Palveluluokka arkistoitiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia palveluluokkia ei löytynyt").waitFor();
  await choose(page, /Tila/, /Arkistoitu/);
  await page.getByRole("row", { name: new RegExp(`${name}.*Arkistoitu`) }).waitFor();
  expect(new URL(page.url()).searchParams.get("state")).toBe("archived");
  await page.reload();
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Palauta palveluluokka" }).click();
  await dialog.getByRole("button", { name: "Palauta palveluluokka" }).click();
  await told(page, "Palveluluokka palautettiin.");
  await search(page, name);
  await page.getByRole("row", { name: new RegExp(`${name}.*Käytössä`) }).waitFor();
  await context.close();
});

it("SVC-01 tells what is missing or taken at its field, keeps what was typed, and asks before it is lost", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin(360);
  await page.goto(`${list}/new`);
  await page.getByRole("heading", { level: 1, name: "Uusi palveluluokka" }).waitFor();
  await text(page, "Kuvaus", "Svenska").fill("Bara på svenska");
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Aihe:/ })
    .waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    "Nimi, Suomi: Kaikki käännökset on syötettävä.",
    "Nimi, Svenska: Kaikki käännökset on syötettävä.",
    "Nimi, English: Kaikki käännökset on syötettävä.",
    "Kuvaus, Suomi: Täytä kaikki kentät tai jätä kaikki tyhjäksi.",
    "Kuvaus, English: Täytä kaikki kentät tai jätä kaikki tyhjäksi.",
    expect.stringMatching(/^Aihe:/),
  ]);
  expect(await violations(page)).toEqual([]);

  // What another one has in one language alone, whatever its letters.
  const name = topic("Silmälasit");
  await fill(page, "Nimi", [name, "MUNHÄLSOVÅRD", `${name} en`]);
  await text(page, "Kuvaus", "Svenska").fill("");
  await page.getByRole("radio", { name: "Terveydenhuolto" }).check();
  await save(page);
  await summary(page).getByRole("link", { name: "Nimi, Svenska: Toisella palveluluokalla on jo tämä nimi." }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.name.sv");
  await text(page, "Nimi", "Svenska").fill(`${name} sv`);

  const mend = await fail(page, "SaveServiceCategory");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Palveluluokkaa ei voitu tallentaa\./)
    .waitFor();
  await mend();
  await page.getByRole("link", { name: "Peruuta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await dialog.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await text(page, "Nimi", "Suomi").inputValue()).toBe(name);
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await search(page, name);
  await page.getByText("Hakua vastaavia palveluluokkia ei löytynyt").waitFor();
  await context.close();
});

it("SVC-01 says what could not be loaded, each in its own words", { tags: ["long"] }, async () => {
  const { page, context } = await admin();
  const category = page.getByRole("link", { name: "Perhepalvelut", exact: true });
  const mendList = await fail(page, "ListServiceCategories");
  await page.reload();
  await page.getByText(/Palveluluokkia ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mendList();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  const mend = await fail(page, "GetServiceCategory");
  await category.click();
  await page.getByText(/Palveluluokan tietoja ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mend();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("heading", { level: 1, name: "Perhepalvelut" }).waitFor();
  await context.close();
});
