/** A resident's own profile. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { finish } from "../support/finish";
import { summary, unsuccessful } from "../support/forms";
import { codeTo, sentTo } from "../support/outbox";
import { endSessionAndReturn, resident } from "../support/people";
import { platformLog, read, residentUrl } from "../support/stack";
import { growOld, identifyAgain } from "../support/stale";

afterAll(closeBrowser);

const profile = `${residentUrl}/fi/user/profile`;
const box = (page: Page, name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const told = (page: Page, text: RegExp | string) => page.getByRole("status").getByText(text).first().waitFor();
const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name });

it("S-24 changes an address for nobody who signed in a while ago, keeps what was typed meanwhile, and tells the old address", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Sanna", { width: 360, height: 800 });
  await page.goto(profile);
  const [email, home] = [box(page, "Sähköposti"), box(page, "Kotiosoite")];
  const before = await email.inputValue();
  await growOld(page);
  // What is no address may be saved all the same.
  await home.fill("Vanha kirjautuminen 1");
  await button(page, "Tallenna yhteystiedot").click();
  await told(page, "Tiedot tallennettiin.");

  await email.fill("sanna.uusi@kajo.example");
  await button(page, "Tallenna yhteystiedot").click();
  await unsuccessful(page)
    .getByText(/tunnistaudu ensin uudelleen/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await sentTo(before)).toEqual([]);
  await identifyAgain(page, "Sanna");
  await page.getByRole("heading", { level: 1, name: "Omat tiedot" }).waitFor();
  expect(await email.inputValue()).toBe("sanna.uusi@kajo.example");
  await button(page, "Tallenna yhteystiedot").click();
  await told(page, "Tiedot tallennettiin.");
  await expect.poll(() => sentTo(before)).toEqual([expect.stringContaining("yhteystietosi on muutettu")]);
  expect(await sentTo("sanna.uusi@kajo.example")).toEqual([]);
  await page.reload();
  expect(await email.inputValue()).toBe("sanna.uusi@kajo.example");
  await context.close();
});

it("PRO-02 keeps names, address, e-mail, phone, service area and where notifications go, and says what is wrong", async () => {
  const { page, context } = await resident("Sanna", { width: 360, height: 800 });
  await page.goto(profile);
  await page.getByRole("main").getByText("Sanna Kuuva").waitFor();
  await box(page, "Kutsumanimi").fill("x".repeat(41));
  await box(page, "Kotiosoite").fill("x".repeat(201));
  await box(page, "Sähköposti").fill("sanna@");
  await box(page, "Matkapuhelin").fill("+46 70 123 4567");
  await button(page, "Tallenna yhteystiedot").click();
  // All at once, each with its own words, and at its field.
  for (const [field, what] of [
    ["Kutsumanimi", "Teksti on liian pitkä. Enintään 40 merkkiä"],
    ["Kotiosoite", "Teksti on liian pitkä. Enintään 200 merkkiä"],
    ["Sähköposti", "Sähköpostiosoite ei ole oikeassa muodossa"],
    ["Matkapuhelin", "kansainvälisessä muodossa"],
  ] as const) {
    await summary(page)
      .getByRole("link", { name: new RegExp(`^${field}: .*${what}`) })
      .waitFor();
    expect(await box(page, field).getAttribute("aria-invalid")).toBe("true");
  }
  await box(page, "Kutsumanimi").fill("Sanni");
  await box(page, "Sähköposti").fill("sanna.kuuva@kajo.example");
  await box(page, "Matkapuhelin").fill("+358 40 765 4321");
  await box(page, "Kotiosoite").fill("Koivutie 2, 99999 Tunturi");
  expect(await violations(page)).toEqual([]);

  // A failure says so, and what was typed stays; leaving asks.
  const mend = await fail(page, "SaveContactInfo", "internal");
  await button(page, "Tallenna yhteystiedot").click();
  await unsuccessful(page)
    .getByText(/Tallennus epäonnistui/)
    .waitFor();
  expect(await serverWords(page)).toEqual([]);
  expect(await box(page, "Kotiosoite").inputValue()).toBe("Koivutie 2, 99999 Tunturi");
  await page.getByRole("link", { name: "Käyttöehdot" }).first().click();
  await page.getByRole("alertdialog").getByRole("button").first().click();
  await mend();
  await button(page, "Tallenna yhteystiedot").click();
  await told(page, "Tiedot tallennettiin.");
  expect(await box(page, "Matkapuhelin").inputValue()).toBe("+358407654321");

  await page.getByRole("radio", { name: "Molempiin" }).check();
  await button(page, "Tallenna ilmoitukset").click();
  await told(page, "Tiedot tallennettiin.");
  // Nothing is sent to a number that nobody has verified; from the notice one comes to where it is done.
  await page
    .getByText("Emme lähetä ilmoituksia tähän yhteystietoon, ennen kuin vahvistat sen: +358407654321")
    .waitFor();
  await page.getByRole("link", { name: "Vahvista yhteystietosi" }).click();
  const heading = page.getByRole("heading", { name: "Vahvista yhteystietosi" });
  await expect.poll(() => heading.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.getByRole("combobox", { name: /Palvelualue/ }).selectOption({ label: "Tunturi" });
  // The notices of the parts before say the same.
  const kept = page.waitForResponse(/SaveServiceArea/);
  await button(page, "Tallenna palvelualue").click();
  await kept;
  await told(page, "Tiedot tallennettiin.");
  await page.reload();
  expect(await box(page, "Kutsumanimi").inputValue()).toBe("Sanni");
  expect(await page.getByRole("radio", { name: "Molempiin" }).isChecked()).toBe(true);
  expect(
    await page
      .getByRole("combobox", { name: /Palvelualue/ })
      .locator("option:checked")
      .textContent(),
  ).toBe("Tunturi");
  // An address that notifications go to is not taken away.
  await box(page, "Sähköposti").fill("");
  await button(page, "Tallenna yhteystiedot").click();
  await summary(page)
    .getByText(/Muuta ensin, mihin ilmoitukset lähetetään/)
    .waitFor();
  await box(page, "Sähköposti").fill("sanna.kuuva@kajo.example");
  await page.goto(`${residentUrl}/fi`);
  await page.getByRole("heading", { name: "Hei, Sanni!" }).waitFor();
  // Other tests greet her by her own name.
  await page.goto(profile);
  await box(page, "Kutsumanimi").fill("");
  await button(page, "Tallenna yhteystiedot").click();
  await told(page, "Tiedot tallennettiin.");
  await context.close();
});

it("PRO-12 leads from the profile to terms and privacy, to deleting the account, to acting on behalf, and back to one's own profile", {
  tags: ["long"],
}, async () => {
  const astrid = await resident("Astrid", { width: 360, height: 800 });
  const page = astrid.page;
  await finish(page);
  const main = page.getByRole("main");
  for (const [entry, heading] of [
    ["Käyttöehdot", "Käyttöehdot"],
    ["Tietosuoja", "Tietosuoja"],
    ["Poista tili", "Poista tili"],
    ["Asioi toisen puolesta", "Asioi toisen puolesta"],
  ] as const) {
    await page.goto(profile);
    await main.getByRole("link", { name: new RegExp(`^${entry}`) }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${heading}`) }).waitFor();
  }
  // Nobody deletes an account without having confirmed what is lost.
  await page.goto(profile);
  expect(await violations(page)).toEqual([]);
  await main.getByRole("link", { name: "Poista tili" }).click();
  const asking = page.waitForRequest(/AskDeletion/, { timeout: 1_000 }).then(
    () => "asked",
    () => "not asked",
  );
  await button(page, "Poista tili").click();
  await summary(page).getByRole("link").first().waitFor();
  expect(await asking).toBe("not asked");
  await astrid.context.close();

  // Acting for another person, one's own profile is one press away.
  const nils = await resident("Nils", { width: 360, height: 800 });
  const acting = nils.page.getByRole("region", { name: "Toisen puolesta asiointi" });
  await nils.page.goto(`${residentUrl}/fi/on-behalf`);
  await button(nils.page, "Jatka valtuuksiin").click();
  await nils.page.getByRole("button", { name: /Ánte/ }).click();
  await acting.waitFor();
  await nils.page.goto(profile);
  await nils.page.getByText("Tämä sivu on vain omia asioita varten.").waitFor();
  expect(await violations(nils.page)).toEqual([]);
  await button(nils.page, "Palaa omiin tietoihin").click();
  await nils.page.waitForURL(profile);
  await nils.page.getByRole("main").getByText("Nils Aikio").waitFor();
  expect(await acting.count()).toBe(0);
  await nils.context.close();
});

it("keeps what was typed into the profile when the session ends", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Elli");
  await page.goto(profile);
  const address = box(page, "Kotiosoite");
  const before = await address.inputValue();
  await address.fill("Kesken 1");
  await endSessionAndReturn(page, "Elli");
  await page.getByRole("heading", { level: 1, name: "Omat tiedot" }).waitFor();
  expect(await address.inputValue()).toBe("Kesken 1");
  // It is unsaved still, and asked about; given up is given up.
  await page.getByRole("link", { name: "Viestit" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Poistu tallentamatta" }).click();
  await page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();
  await page.goto(profile);
  await expect.poll(() => address.inputValue()).toBe(before);
  await context.close();
});

it("tells who saves in one window what was saved in another, and loses neither", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Nils");
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(profile);
    await box(each, "Kotiosoite").waitFor();
  }
  await box(other, "Kotiosoite").fill("Muualla 1");
  await box(other, "Sähköposti").fill("nils.muualla@kajo.example");
  await button(other, "Tallenna yhteystiedot").click();
  await told(other, "Tiedot tallennettiin.");
  await box(page, "Kotiosoite").fill("Täällä 2");
  await button(page, "Tallenna yhteystiedot").click();
  await page
    .getByRole("alert")
    .getByText(/Näitä tietoja on muutettu toisessa ikkunassa/)
    .waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  expect(await box(page, "Kotiosoite").inputValue()).toBe("Täällä 2");
  // What nobody has touched here is as it was saved there.
  expect(await box(page, "Sähköposti").inputValue()).toBe("nils.muualla@kajo.example");
  await button(page, "Ota tallennetut tiedot").click();
  expect(await box(page, "Kotiosoite").inputValue()).toBe("Muualla 1");
  await context.close();
});

it("proves an address by a code that comes there, and says why when it does not", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Maja");
  await page.goto(profile);
  const address = "maja.lindqvist@kajo.example";
  await box(page, "Sähköposti").fill(address);
  await button(page, "Tallenna yhteystiedot").click();
  await told(page, "Tiedot tallennettiin.");
  const row = page
    .getByRole("list", { name: "Vahvista yhteystietosi" })
    .getByRole("listitem")
    .filter({ hasText: address });
  await row.getByText("Vahvistamatta").waitFor();

  const simulators = (fault: string) =>
    fetch(`${read("KAJO_E2E_SIMULATORS_URL")}/control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ fault }),
    });
  await simulators("mail_fails");
  await button(page, `Lähetä koodi ${address}`).click();
  await page
    .getByRole("alert")
    .getByText(/Koodia ei lähetetty/)
    .waitFor();
  await simulators("none");
  // Six digits stand somewhere in a long log by chance.
  const before = platformLog().length;
  await button(page, `Lähetä koodi ${address}`).click();
  await told(page, `Koodi lähetettiin: ${address}`);
  const code = await codeTo(address);
  const field = page.getByRole("textbox", { name: /^Koodi, jonka lähetimme/ });
  const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);
  await expect.poll(() => hasFocus(field)).toBe(true);
  // Half a code is none of the few tries.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await field.fill(code.slice(0, 2));
  await button(page, "Vahvista").click();
  await row.getByText("Koodissa on kuusi numeroa.").waitFor();
  expect(await hasFocus(field)).toBe(true);
  expect(asked.filter((url) => url.endsWith("/ConfirmContactCode"))).toEqual([]);
  await field.fill(code === "000000" ? "000001" : "000000");
  await button(page, "Vahvista").click();
  await row.getByText("Koodi ei ole oikea. Tarkista numerot.").waitFor();
  // Before the half minute is over: what takes its time comes after it.
  await button(page, "Lähetä uusi koodi").click();
  await page
    .getByRole("alert")
    .getByText(/Odota puoli minuuttia/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  // The code is asked for also after a reload.
  await page.reload();
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await button(page, "Vahvista").click();
  await told(page, `Vahvistettu: ${address}`);
  await row.getByText("Vahvistettu", { exact: true }).waitFor();
  await expect.poll(() => hasFocus(row.getByText(address))).toBe(true);
  expect(platformLog().slice(before).includes(code), "in no log").toBe(false);
  expect(platformLog().includes(address), "in no log").toBe(false);
  await context.close();
});

it("PRO-02 lets a resident choose a care team of their area, and asks before moving away ends it", {
  tags: ["long"],
}, async () => {
  const { page, context } = await resident("Eino", { width: 360 });
  await page.goto(profile);
  const team = (name: RegExp) => page.getByRole("radio", { name });
  const area = page.getByRole("combobox", { name: /Palvelualue/ });
  await team(/En valitse hoitotiimiä/).waitFor();
  expect(await team(/Rannan tiimi/).count()).toBe(0);
  await team(/Tiimi Koivu/).check();
  await button(page, "Tallenna hoitotiimi").click();
  await told(page, "Tiedot tallennettiin.");
  await page.reload();
  await expect.poll(() => team(/Tiimi Koivu/).isChecked()).toBe(true);
  expect(await violations(page)).toEqual([]);

  // The team is named before it is left; whoever stays keeps both.
  const dialog = page.getByRole("alertdialog", { name: "Vaihdetaanko palvelualue?" });
  const chosen = () => area.locator("option:checked").textContent();
  for (const stay of ["Peruuta", "Escape"]) {
    await area.selectOption({ label: "Niittyranta" });
    await button(page, "Tallenna palvelualue").click();
    await dialog.getByText("Kuulut hoitotiimiin Tiimi Koivu.", { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    if (stay === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: stay }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await chosen()).toBe("Lehtola");
  }
  await page.reload();
  await expect.poll(() => team(/Tiimi Koivu/).isChecked()).toBe(true);
  expect(await chosen()).toBe("Lehtola");

  // A failure after the answer is told, and the choice stands.
  const mend = await fail(page, "SaveServiceArea");
  await area.selectOption({ label: "Niittyranta" });
  await button(page, "Tallenna palvelualue").click();
  await dialog.getByRole("button", { name: "Vaihda palvelualue" }).click();
  await unsuccessful(page)
    .getByText(/Tallennus epäonnistui/)
    .waitFor();
  expect(await chosen()).toBe("Niittyranta");
  await mend();
  await button(page, "Tallenna palvelualue").click();
  await dialog.getByRole("button", { name: "Vaihda palvelualue" }).click();
  await page.getByText("Hoitotiimi Tiimi Koivu ei toimi uudella palvelualueellasi", { exact: false }).waitFor();
  await team(/Rannan tiimi/).waitFor();
  expect(await team(/En valitse hoitotiimiä/).isChecked()).toBe(true);

  // Where no team takes anybody in, there is nothing to choose; and where none is left nothing is asked.
  await area.selectOption({ label: "Tunturi" });
  await button(page, "Tallenna palvelualue").click();
  await expect.poll(() => page.getByRole("heading", { name: "Hoitotiimi" }).count()).toBe(0);
  await area.selectOption({ label: "Lehtola" });
  await button(page, "Tallenna palvelualue").click();
  await team(/Tiimi Kuusi/).waitFor();
  await context.close();
});
