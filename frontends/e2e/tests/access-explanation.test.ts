// @module-tag long: an administrator's own questions; what it answers is proven without a browser
/** Why a professional sees something, or does not, as an administrator asks in the admin panel. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, serverWords } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { settled, stateOf } from "../support/page";
import { adminPage, choose, nurse, open, topic, wrote } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const address = `${practitionerUrl}/fi/admin/iam/access-explanation`;

const admin = (width?: number) => adminPage(address, "Käyttöoikeuden selvitys", width);

const person = (page: Page) => page.getByRole("combobox", { name: /^Ammattilainen/ });
const conversation = (page: Page) => page.getByRole("textbox", { name: /^Keskustelun osoite/ });
const verdict = (page: Page, text: RegExp | string) => page.getByRole("heading", { level: 2, name: text }).waitFor();
const explain = (page: Page) => page.getByRole("button", { name: "Selvitä" }).click();

async function pick(page: Page, name: string): Promise<void> {
  // Into sight first: a page that scrolls closes the list.
  await person(page).click();
  await person(page).fill(name.slice(0, 4));
  await page.getByRole("option", { name }).click();
  await page.getByRole("combobox", { name: /^Ammattirooli/ }).waitFor();
}

async function work(page: Page, role: RegExp, location: RegExp): Promise<void> {
  await choose(page, /^Ammattirooli/, role);
  await choose(page, /^Työpiste/, location);
}

/** The conditions as they are read: whether each is met, and its words. */
const conditions = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ hasText: /^(Ei täyty|Täyttyy):/ })
    .allTextContents();

it("says condition by condition why a professional sees the tasks of a queue or does not, and what would change it", async () => {
  const { page, context } = await admin();
  await pick(page, "Liisa Virtanen");
  await work(page, /Sairaanhoitaja/, /Lehtolan/);
  await choose(page, /^Jono/, /Kysymys hoitajalle/);
  await explain(page);
  await verdict(page, "Liisa Virtanen näkee jonon Kysymys hoitajalle tehtävät");
  expect(await conditions(page)).toEqual([
    "Täyttyy: Käyttäjätaso on ammattilainen, joka hoitaa keskusteluja.",
    "Täyttyy: Rooli Sairaanhoitaja on valittu. Se tulee AD-\u2060ryhmästä KAJO-Sairaanhoitajat.",
    "Täyttyy: Työpiste Lehtolan terveysasema on valittu, ja se on hänen työpisteitään.",
    "Täyttyy: Rooli kuuluu jonon rooleihin: Sairaanhoitaja.",
    expect.stringMatching(/^Täyttyy: Työpiste kuuluu jonon työpisteisiin: .*Tunturin terveysasema/),
  ]);
  expect(await violations(page)).toEqual([]);

  // Another queue: what was answered is gone at once.
  await choose(page, /^Jono/, /Kysymys lääkärille/);
  expect(await page.getByRole("heading", { level: 2 }).count()).toBe(0);
  await explain(page);
  await verdict(page, "Liisa Virtanen ei näe jonon Kysymys lääkärille tehtäviä");
  await page.getByText("Ei täyty: Rooli ei kuulu jonon rooleihin: Lääkäri.").waitFor();
  await page.getByText(/Mikään niistä rooleista ja työpisteistä, jotka Liisa Virtanen voi valita, ei riitä/).waitFor();

  // Nothing is chosen: each choice that would do is named.
  await pick(page, "Outi Morottaja");
  await work(page, /ei valittu/, /ei valittu/);
  await choose(page, /^Jono/, /Lastenneuvola/);
  await explain(page);
  await verdict(page, /^Outi Morottaja ei näe/);
  await page.getByText("Ei täyty: Ammattiroolia ei ole valittu.").waitFor();
  await page.getByText("Ei täyty: Työpistettä ei ole valittu.").waitFor();
  await page.getByText("Outi Morottaja näkisi tämän, jos valitsisi").waitFor();
  expect(
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Sairaanhoitaja, / })
      .allTextContents(),
  ).toEqual(["Sairaanhoitaja, Lehtolan terveysasema"]);
  expect(await violations(page)).toEqual([]);
  await context.close();
});

it("explains a conversation by the address that was pasted, without anything of its content or patient", async () => {
  const about = topic("Ihottuma");
  await wrote("Sanna", [about, "Punoittaa."]);
  const pekka = await nurse("Pekka");
  await open(pekka.page, about);
  const pasted = pekka.page.url();
  const { page, context } = await admin();
  await pick(page, "Pekka Rantala");
  await work(page, /Sairaanhoitaja/, /Lehtolan/);
  await page.getByText("Yksi keskustelu tai tehtävä").click();
  await conversation(page).fill(pasted);
  await explain(page);
  await verdict(page, "Pekka Rantala näkee tämän keskustelun, jonka jono on Kysymys hoitajalle");
  await page.getByText("Keskustelu odottaa jonossa, eikä kukaan käsittele sitä.").waitFor();
  await page.getByText("Ei täyty: Hän ei ole osallistunut keskusteluun.").waitFor();
  const may = page.getByRole("listitem").filter({ hasText: /^Ota käsittelyyn$/ });
  await may.waitFor();
  expect(await violations(page)).toEqual([]);

  await pekka.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await pekka.page.getByRole("textbox", { name: /Vastaus/ }).waitFor();
  // Asked again, it is as it is now.
  await explain(page);
  await page.getByText("Täyttyy: Hän käsittelee keskustelua.").waitFor();
  expect(await may.count()).toBe(0);

  // The id alone, for somebody else.
  const id = new URL(pasted).searchParams.get("conversation") ?? "";
  await conversation(page).fill(` ${id.toUpperCase()} `);
  await pick(page, "Mikko Korhonen");
  await work(page, /Lääkäri/, /Lehtolan/);
  await explain(page);
  await verdict(page, /^Mikko Korhonen ei näe tätä keskustelua/);
  await page.getByText("Keskustelu on käsittelyssä.").waitFor();
  const words = (await page.getByRole("main").textContent()) ?? "";
  for (const secret of [about, "Punoittaa", "Sanna", "Kuuva"]) expect(words).not.toContain(secret);
  await pekka.context.close();
  await context.close();
});

it("says what is missing, what is no conversation, and what could not be asked, and keeps what was chosen", async () => {
  const { page, context } = await admin();
  await explain(page);
  await summary(page)
    .getByRole("link", { name: /^Ammattilainen:/ })
    .click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("practitioner_id");
  await pick(page, "Liisa Virtanen");
  await work(page, /Sairaanhoitaja/, /Lehtolan/);
  await page.getByText("Yksi keskustelu tai tehtävä").click();
  await conversation(page).fill("tämä tässä");
  await explain(page);
  await summary(page)
    .getByText(/Tekstissä ei ole keskustelun tunnistetta/)
    .waitFor();
  await conversation(page).fill("0190f5a0-0000-7000-8000-00000000dead");
  await explain(page);
  await unsuccessful(page)
    .getByText(/^Keskustelua ei voitu selvittää\./)
    .waitFor();
  expect(await serverWords(page)).toEqual([]);
  await page.getByText("Jonon tehtävät").click();
  await choose(page, /^Jono/, /Lastenneuvola/);
  const mend = await fail(page, "ExplainQueue");
  await explain(page);
  await unsuccessful(page)
    .getByText(/^Selvitystä ei voitu tehdä\./)
    .waitFor();
  expect(await serverWords(page)).toEqual([]);
  await mend();
  await explain(page);
  await verdict(page, "Liisa Virtanen näkee jonon Lastenneuvola tehtävät");

  for (const [call, text] of [
    ["ListProfessionals", /Ammattilaisia ei voitu ladata\./],
    ["ListQueues", /Jonoja ei voitu ladata\./],
  ] as const) {
    const repair = await fail(page, call);
    await page.reload();
    await page.getByText(text).waitFor();
    expect(await serverWords(page)).toEqual([]);
    await repair();
    await page.getByRole("button", { name: "Yritä uudelleen" }).click();
    await person(page).waitFor();
  }
  await context.close();
});

it("is worked by keyboard alone, and leads the focus to the answer", async () => {
  const { page, context } = await admin();
  await person(page).focus();
  await page.keyboard.type("pekka");
  await page.getByRole("option", { name: "Pekka Rantala" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: /^Ammattirooli/ }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Sairaan");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lehtolan");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lastenneuvola");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Selvitä");
  await page.keyboard.press("Enter");
  await verdict(page, "Pekka Rantala näkee jonon Lastenneuvola tehtävät");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Pekka Rantala näkee/);
  await context.close();
});

it("keeps question and answer whole and accessible at 360 px", async () => {
  const { page, context } = await admin(360);
  await pick(page, "Mikko Korhonen");
  await work(page, /Lääkäri/, /Tunturin/);
  await choose(page, /^Jono/, /Palveluneuvonta/);
  await explain(page);
  await verdict(page, /^Mikko Korhonen ei näe/);
  await settled(page);
  const { overflow, small, keys } = await stateOf(page);
  expect({ overflow, small, keys, violations: await violations(page) }).toEqual({
    overflow: 0,
    small: [],
    keys: [],
    violations: [],
  });
  await context.close();
});
