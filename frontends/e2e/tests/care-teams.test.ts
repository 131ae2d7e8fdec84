/** Care teams in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const list = `${practitionerUrl}/fi/admin/careteam-management`;

const admin = (width?: number) => adminPage(list, "Hoitotiimit", width);

const field = (page: Page, name: RegExp | string) => page.getByRole("textbox", { name });
const toggle = (page: Page) => page.getByRole("checkbox", { name: "Tiimin voi valita" });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna" }).click();
const told = (page: Page, text: RegExp | string) => page.getByRole("status").getByText(text).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);

async function create(page: Page, name: string, area = /Lehtola/): Promise<void> {
  await page.goto(`${list}/new`);
  await field(page, "Nimi").fill(name);
  await field(page, /^Kuvaus/).fill("Lapsiperheet");
  await choose(page, /Palvelualue/, area);
  await save(page);
}

it("PRO-10 lets an administrator add, find, change and remove a care team with name, description, service area and toggle", async () => {
  const { page, context } = await admin();
  await page.getByRole("row", { name: /Tiimi Koivu.*Lehtola.*Kyllä/ }).waitFor();
  await page.getByRole("row", { name: /Tunturitiimi.*Tunturi.*Ei\b/ }).waitFor();
  expect(await page.getByRole("columnheader").allTextContents()).toEqual([
    "Nimi",
    "Palvelualue",
    "Valittavissa",
    "Potilaita",
    "Päivitetty",
  ]);

  const name = topic("Tiimi Pihlaja");
  await page.getByRole("link", { name: "Uusi hoitotiimi" }).click();
  await field(page, "Nimi").fill(name);
  await field(page, /^Kuvaus/).fill("Ikääntyneiden palvelut");
  // The areas are the municipalities of the locations.
  const areas = page.getByRole("combobox", { name: /Palvelualue/ }).locator("option:not([hidden])");
  expect(await areas.allTextContents()).toEqual(expect.arrayContaining(["Lehtola", "Niittyranta", "Tunturi"]));
  await choose(page, /Palvelualue/, /Niittyranta/);
  expect(await toggle(page).isChecked()).toBe(true);
  await save(page);
  await told(page, "Hoitotiimi tallennettiin.");
  await page.waitForURL(list);

  await search(page, `${name} niittyranta ikääntyneiden`);
  await page.getByRole("row", { name: new RegExp(`${name}.*Niittyranta.*Kyllä`) }).waitFor();
  await page.getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  expect(await field(page, /^Kuvaus/).inputValue()).toBe("Ikääntyneiden palvelut");
  expect(await violations(page)).toEqual([]);
  await field(page, "Nimi").fill(`${name} uusi`);
  await page.getByText("Tiimin voi valita").click();
  await save(page);
  await told(page, "Hoitotiimi tallennettiin.");
  await search(page, name);
  await page.getByRole("row", { name: new RegExp(`${name} uusi.*Ei\\b`) }).waitFor();

  await page.getByRole("link", { name: `${name} uusi` }).click();
  expect(await toggle(page).isChecked()).toBe(false);
  await page.getByRole("button", { name: "Poista hoitotiimi" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`Poistetaanko ${name} uusi?`).waitFor();
  const mend = await fail(page, "RemoveCareTeam");
  await dialog.getByRole("button", { name: "Poista hoitotiimi" }).click();
  await told(page, /^Hoitotiimiä ei voitu poistaa\./);
  await mend();
  await page.getByRole("button", { name: "Poista hoitotiimi" }).click();
  await dialog.getByRole("button", { name: "Poista hoitotiimi" }).click();
  await told(page, "Hoitotiimi poistettiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia hoitotiimejä ei löytynyt").waitFor();
  await context.close();
});

it("PRO-10 tells what is missing or taken at its field, keeps what was typed, and asks before it is lost", {
  tags: ["long"],
}, async () => {
  const { page, context } = await admin();
  await page.goto(`${list}/new`);
  await page.getByRole("heading", { level: 1, name: "Uusi hoitotiimi" }).waitFor();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Palvelualue:/ })
    .waitFor();
  expect(await summary(page).getByRole("link").allTextContents()).toEqual([
    expect.stringMatching(/^Nimi:/),
    expect.stringMatching(/^Palvelualue:/),
  ]);
  await create(page, "tiimi koivu");
  await summary(page).getByRole("link", { name: "Nimi: Samanniminen hoitotiimi on jo tällä palvelualueella." }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.name");
  expect(await field(page, /^Kuvaus/).inputValue()).toBe("Lapsiperheet");
  expect(await violations(page)).toEqual([]);

  const name = topic("Tiimi Haapa");
  await field(page, "Nimi").fill(name);
  const mend = await fail(page, "SaveCareTeam");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Hoitotiimiä ei voitu tallentaa\./)
    .waitFor();
  await mend();
  await page.getByRole("link", { name: "Peruuta" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Poistutko tallentamatta?" });
  await dialog.getByRole("button", { name: "Jatka muokkaamista" }).click();
  expect(await field(page, "Nimi").inputValue()).toBe(name);
  await page.getByRole("link", { name: "Peruuta" }).click();
  await dialog.getByRole("button", { name: "Poistu tallentamatta" }).click();
  await search(page, name);
  await page.getByText("Hakua vastaavia hoitotiimejä ei löytynyt").waitFor();
  await context.close();
});

it("PRO-10 says what could not be loaded, each in its own words", { tags: ["long"] }, async () => {
  const { page, context } = await admin();
  const koivu = page.getByRole("link", { name: "Tiimi Koivu", exact: true });
  const mendList = await fail(page, "SearchCareTeams");
  await page.reload();
  await page.getByText(/Hoitotiimejä ei voitu ladata\./).waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mendList();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await koivu.waitFor();
  for (const [call, text] of [
    ["GetCareTeam", /Hoitotiimin tietoja ei voitu ladata\./],
    ["ListServiceAreas", /Palvelualueita ei voitu ladata\./],
  ] as const) {
    const mend = await fail(page, call);
    await page.goto(list);
    await koivu.click();
    await page.getByText(text).waitFor();
    expect(await serverWords(page)).toEqual([]);
    await mend();
    await page.getByRole("button", { name: "Yritä uudelleen" }).click();
    await field(page, "Nimi").waitFor();
  }
  await context.close();
});
