/** Each flow without a pointer: only keys, from where the focus is. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { enter, heading, pick, stop, tabTo } from "../support/keys";
import { adminPage, nurse, resident, topic, wrote } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

it("NAV-17 lets a resident sign in, write, read, mark done, change the language and sign out by keyboard alone", async () => {
  const { page, context } = await visit();
  await page.goto(`${residentUrl}/fi/`);
  await heading(page, "Tervetuloa");
  // The first stop skips to the content.
  await page.keyboard.press("Tab");
  expect((await stop(page)).name).toBe("Siirry sisältöön");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  await enter(page, /^Tunnistaudu$/);
  await page.getByRole("button", { name: /Aino/ }).focus();
  await page.keyboard.press("Enter");
  await heading(page, "Hei, Aino!");

  await enter(page, /^Uusi viesti/);
  await heading(page, "Uusi viesti");
  expect((await stop(page)).tag).toBe("h1");
  await pick(page, /Palvelualue/, "Lehtola");
  await page.getByText("Terveysasema").first().waitFor();
  await enter(page, /^Terveysasema/);
  await page.waitForURL(/none\/messages/);
  await page.getByText("Kysymys hoitajalle").first().waitFor();
  await enter(page, /^Kysymys hoitajalle/);
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
  const about = topic("Näppäimillä");
  await tabTo(page, /Aihe/);
  await page.keyboard.type(about);
  await tabTo(page, /Viesti/);
  await page.keyboard.type("Kirjoitettu ilman hiirtä");
  await enter(page, /^Lähetä viesti$/);
  await heading(page, "Viesti lähetetty");

  const liisa = await nurse("Liisa");
  await liisa.page.goto(`${practitionerUrl}/fi/inbox`);
  await liisa.page.getByRole("list", { name: "Tehtävälista" }).waitFor();
  await tabTo(liisa.page, new RegExp(about));
  await liisa.page.keyboard.press("Enter");
  await liisa.page.getByRole("heading", { level: 2, name: about }).waitFor();
  await enter(liisa.page, /^Ota käsittelyyn$/);
  await liisa.page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await tabTo(liisa.page, /Vastaus/);
  await liisa.page.keyboard.type("Vastattu ilman hiirtä");
  await liisa.page.keyboard.press("Control+Enter");
  await liisa.page.getByRole("article", { name: /Sinä/ }).getByText("Lähetetty").waitFor();

  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  await enter(page, new RegExp(about));
  await page.getByText("Vastattu ilman hiirtä").waitFor();
  // What comes while one reads is announced.
  expect(await page.getByRole("region", { name: "Viestiketju" }).getAttribute("aria-live")).toBe("polite");
  await tabTo(page, /Merkitse tehdyksi/, "Shift+Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await tabTo(page, /^Merkitse tehdyksi$/);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });

  await tabTo(page, /Kieli: Suomi/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await enter(page, /^Svenska$/);
  await page.waitForURL(/\/sv\//);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await enter(page, /Aino Lehtonen/);
  await page.keyboard.press("Escape");
  expect((await stop(page)).name).toMatch(/Aino Lehtonen/);
  await page.keyboard.press("Enter");
  await enter(page, /^Logga ut$/);
  await heading(page, "Välkommen");
  await liisa.context.close();
  await context.close();
});

it("NAV-17 lets a professional sign in, choose a place, move, filter, forward and sign out by keyboard alone", {
  tags: ["long"],
}, async () => {
  const about = topic("Siirrettävä");
  await wrote("Aino", [about, "Toiseen jonoon"]);

  const { page, context } = await visit();
  await page.goto(`${practitionerUrl}/fi/`);
  await heading(page, "Kirjaudu sisään");
  await enter(page, /organisaation tunnuksella/);
  await page
    .getByRole("button", { name: /Mikko|Liisa/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: /Pekka/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: /Työpiste/ }).waitFor();
  await pick(page, /Ammattirooli/, "Sairaanhoitaja");
  await pick(page, /Työpiste/, "Lehtolan");
  await enter(page, /^Jatka$/);
  const list = page.getByRole("list", { name: "Tehtävälista" });
  await list.waitFor();

  await tabTo(page, /^Uudet/);
  await page.keyboard.press("ArrowRight");
  expect((await stop(page)).name).toMatch(/^Omat/);
  await page.keyboard.press("Home");
  expect((await stop(page)).name).toMatch(/^Uudet/);
  await tabTo(page, /Aihe tai nimi/);
  await page.keyboard.type(about);
  await page.getByRole("button", { name: new RegExp(about) }).waitFor();
  await tabTo(page, new RegExp(about));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: about }).waitFor();
  await enter(page, /^Ota käsittelyyn$/);
  await page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  await tabTo(page, /^Muut toiminnot$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await enter(page, /^Siirrä/);
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  // The focus stays inside, and Escape gives it back.
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("dialog, body")?.tagName)).toMatch(/DIALOG|BODY/);
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await stop(page)).name).toBe("Muut toiminnot");
  await enter(page, /^Käyttäjävalikko/);
  await enter(page, /^Kirjaudu ulos$/);
  await heading(page, "Kirjaudu sisään");
  await context.close();
});

it("finds commands by Ctrl+K and by a button, takes one by Enter, and gives the focus back", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Helmi");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("searchbox", { name: "Etsi komentoa" });
  await field.waitFor();
  await page.keyboard.type("asetuk");
  await page.getByRole("menuitem", { name: "Asetukset" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(page, "Asetukset");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Etsi komentoa" }).focus();
  await page.keyboard.press("Enter");
  await field.waitFor();
  // Nothing of the admin panel for who may not enter it.
  expect(await page.getByRole("menuitem", { name: "Hallintapaneeli" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  expect((await stop(page)).name).toContain("Etsi komentoa");
  await context.close();
});

/** What was told last to who does not see the page. */
const announced = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text).first().waitFor();

it("NAV-17 lets a professional look up a patient, change the info, write, and take that back by keyboard alone", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa");
  await enter(page, /^Potilaat$/);
  await heading(page, "Potilaat");
  await tabTo(page, /^Henkilötunnus/);
  await page.keyboard.type("280285-903R");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.waitFor();
  // The first of the grounds has the focus.
  await page.keyboard.press("Space");
  await enter(page, /^Vahvista ja hae$/);
  // The one who was found has the focus, and is read.
  await heading(page, "Maja Lindqvist");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Maja Lindqvist");
  await enter(page, /^Muokkaa$/);
  await page.getByRole("textbox", { name: /^Etunimi/ }).waitFor();
  await tabTo(page, /^Osoite/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Näppäintie 2");
  await enter(page, /^Tallenna perustiedot$/);
  await page.getByRole("definition").filter({ hasText: "Näppäintie 2" }).waitFor();

  await tabTo(page, /^Kirjoita viesti$/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: /^Aihe/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("subcategory_id");
  await page.keyboard.type("Terveysasema: Kysymys");
  await tabTo(page, /^Aihe/);
  await page.keyboard.type(topic("Näppäimillä"));
  await tabTo(page, /^Viesti/);
  await page.keyboard.type("Kirjoitettu ilman hiirtä");
  await enter(page, /^Lähetä viesti$/);
  await heading(page, "Viesti lähetetään kohta");
  await enter(page, /^Kumoa$/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("text");
  await context.close();
});

it("NAV-17 lets a resident mend the profile, hear what is wrong and that it was saved, and act for somebody by keyboard alone", {
  tags: ["long"],
}, async () => {
  const elli = await resident("Elli");
  await enter(elli.page, /Elli /);
  await enter(elli.page, /^Omat tiedot$/);
  await heading(elli.page, "Omat tiedot");
  await tabTo(elli.page, /^Kutsumanimi/);
  await elli.page.keyboard.press("Control+a");
  await elli.page.keyboard.type("x".repeat(41));
  await enter(elli.page, /^Tallenna yhteystiedot$/);
  // What is wrong is read out, has the focus, and leads to its field, where it is said once more.
  const wrong = elli.page.getByRole("alert").filter({ hasText: "Teksti on liian pitkä" });
  await wrong.waitFor();
  await expect.poll(() => wrong.evaluate((alert) => alert.contains(document.activeElement))).toBe(true);
  await enter(elli.page, /^Kutsumanimi: /);
  const field = elli.page.getByRole("textbox", { name: /^Kutsumanimi/ });
  await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  const described = await field.getAttribute("aria-describedby");
  expect(await elli.page.locator(`[id="${described?.split(" ").at(-1)}"]`).textContent()).toMatch(/liian pitkä/);
  await elli.page.keyboard.press("Control+a");
  await elli.page.keyboard.type("Elli");
  await enter(elli.page, /^Tallenna yhteystiedot$/);
  await announced(elli.page, "Tiedot tallennettiin.");
  await elli.context.close();

  const { page, context } = await resident("Aino");
  await enter(page, /Aino Lehtonen/);
  await enter(page, /^Asioi toisen puolesta$/);
  await enter(page, /^Jatka valtuuksiin$/);
  await heading(page, "Kenen puolesta asioit?");
  await page.getByRole("button", { name: "Maija Meikäläinen" }).focus();
  await page.keyboard.press("Enter");
  const banner = page.getByRole("region", { name: "Toisen puolesta asiointi" });
  await banner.getByText("Asioit henkilön Maija Meikäläinen puolesta").waitFor();
  await enter(page, /^Palaa omiin asioihin$/);
  await banner.waitFor({ state: "detached" });
  await heading(page, "Hei, Aino!");
  await context.close();
});

it("NAV-17 lets an administrator find, add and remove a care team by keyboard alone", { tags: ["long"] }, async () => {
  const { page, context } = await adminPage(`${practitionerUrl}/fi/admin`, "Hallintapaneeli");
  await enter(page, /^Hoitotiimit/);
  await heading(page, "Hoitotiimit");
  await enter(page, /^Uusi hoitotiimi$/);
  await heading(page, "Uusi hoitotiimi");
  const name = topic("Näppäintiimi");
  await tabTo(page, /^Nimi/);
  await page.keyboard.type(name);
  await pick(page, /^Palvelualue/, "Niittyranta");
  await enter(page, /^Tallenna$/);
  await announced(page, "Hoitotiimi tallennettiin.");
  await heading(page, "Hoitotiimit");
  await tabTo(page, /^Hae|Nimi/);
  await page.keyboard.type(name);
  await page.getByRole("row", { name: new RegExp(name) }).waitFor();
  await enter(page, new RegExp(`^${name}`));
  await heading(page, name);
  await enter(page, /^Poista hoitotiimi$/);
  const dialog = page.getByRole("alertdialog");
  await dialog.waitFor();
  await enter(page, /^Poista hoitotiimi$/);
  await announced(page, "Hoitotiimi poistettiin.");
  await context.close();
});
