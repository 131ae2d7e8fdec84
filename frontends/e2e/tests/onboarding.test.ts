/** The way into the app: onboarding, and terms that are published anew (PRO-01, PRO-03). */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { TermsService } from "../../shared/src/rpc/gen/kajo/identity/v1/terms_pb";
import { violations } from "../support/axe";
import { closeBrowser, type Visit, visit } from "../support/browser";
import { fail, hold } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { newcomer, professional, resident, topic } from "../support/people";
import { acceptNewTerms, call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

/** Everybody who was asked to accept does, so that the next test finds them in the app. */
afterAll(async () => {
  for (const name of ["Aino", "Eino", "Maja", "Nils", "Sanna", "Elli", "Maija", "Venla", "Astrid", "Ánte"]) {
    const { context } = await newcomer(name);
    await acceptNewTerms(context.request);
    await context.close();
  }
  await closeBrowser();
});

/** Signs somebody in who is led somewhere before the app. */
async function signIn(name: string, width = 360): Promise<Visit> {
  const own = await visit({ width, height: 800 });
  await own.page.goto(`${residentUrl}/fi`);
  await own.page.getByRole("button", { name: "Tunnistaudu" }).click();
  await own.page.getByRole("button", { name: new RegExp(name) }).click();
  return own;
}

const step = (page: Page, title: string) => page.getByRole("heading", { level: 2, name: new RegExp(title) }).waitFor();
const box = (page: Page, name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const go = (page: Page) => page.getByRole("button", { name: "Jatka" }).click();

it("PRO-01 leads a newcomer through the steps in order, keeps each, and goes on where it was left", {
  tags: ["long"],
}, async () => {
  const first = await signIn("Oona");
  const { page } = first;
  await page.waitForURL(/\/fi\/onboarding\/contact-info\?returnTo=%2Ffi/);
  await step(page, "Vaihe 1/5 Yhteystiedot");
  expect(await page.locator("li[aria-current=step]").textContent()).toBe("Yhteystiedot");
  await page.getByRole("main").getByText("Oona Uusitalo").waitFor();
  // Nothing else opens, neither by a menu nor by its address, and the server says so.
  expect(await page.getByRole("link", { name: "Viestit" }).count()).toBe(0);
  const refused = page.waitForResponse(/ListMyConversations/);
  await page.goto(`${residentUrl}/fi/inbox`);
  expect((await (await refused).allHeaders())["grpc-status"]).toBe("7");
  await page.waitForURL(/\/fi\/onboarding\/contact-info\?returnTo=%2Ffi%2Finbox/);

  await step(page, "Yhteystiedot");
  await go(page);
  await summary(page).getByText("Anna sähköpostiosoite tai puhelinnumero.").waitFor();
  // What is wrong is told at once, field by field.
  await box(page, "Kutsumanimi").fill("x".repeat(41));
  await box(page, "Sähköposti").fill("oona@");
  await box(page, "Matkapuhelin").fill("040 12");
  await go(page);
  await summary(page)
    .getByRole("link", { name: /^Matkapuhelin: / })
    .waitFor();
  const wrong = await summary(page).getByRole("link").allTextContents();
  expect(wrong.map((each) => each.split(":")[0])).toEqual(["Kutsumanimi", "Sähköposti", "Matkapuhelin"]);
  await box(page, "Kutsumanimi").fill("");
  await box(page, "Sähköposti").fill("");
  await box(page, "Matkapuhelin").fill("+46 70 123 4567");
  await go(page);
  await summary(page)
    .getByText(/kansainvälisessä muodossa/)
    .waitFor();
  // Written as at home, it stands there as it will be kept.
  await box(page, "Matkapuhelin").fill("040 123 4567");
  await page.keyboard.press("Tab");
  expect(await box(page, "Matkapuhelin").inputValue()).toBe("+358 40 123 4567");
  const mend = await fail(page, "SaveContactInfo");
  await go(page);
  await unsuccessful(page)
    .getByText(/Tallennus epäonnistui/)
    .waitFor();
  expect(await box(page, "Matkapuhelin").inputValue(), "what was typed stays").toBe("+358 40 123 4567");
  await mend();
  await go(page);
  await page.waitForURL(/\/onboarding\/notifications/);
  await step(page, "Vaihe 2/5 Ilmoitukset");
  expect(await violations(page)).toEqual([]);

  // Back to what was saved, and on again.
  await page.getByRole("button", { name: "Takaisin" }).click();
  await step(page, "Yhteystiedot");
  expect(await box(page, "Matkapuhelin").inputValue()).toBe("+358401234567");
  await go(page);
  await step(page, "Ilmoitukset");
  await page.getByRole("radio", { name: "Sähköpostiin" }).check();
  await go(page);
  await summary(page)
    .getByText(/Et ole antanut sähköpostiosoitetta/)
    .waitFor();
  await page.getByRole("radio", { name: "Tekstiviestinä puhelimeen" }).check();
  await go(page);
  await step(page, "Vaihe 3/5 Palvelualue");
  await first.context.close();

  // At another device, at the next sign-in.
  const second = await signIn("Oona", 1440);
  await second.page.waitForURL(/\/onboarding\/service-area/);
  await step(second.page, "Vaihe 3/5 Palvelualue");
  await go(second.page);
  await summary(second.page).getByText("Valitse jokin vaihtoehdoista.").waitFor();
  // In an area with care teams there is a step more, in between; in one without there is none.
  await second.page.getByRole("combobox", { name: /Palvelualue/ }).selectOption({ label: "Lehtola" });
  await go(second.page);
  await step(second.page, "Vaihe 4/5 Hoitotiimi");
  await second.page.waitForURL(/\/onboarding\/care-team/);
  // What was not answered yet is asked again, not passed over.
  await second.page.reload();
  await step(second.page, "Vaihe 4/5 Hoitotiimi");
  expect(await second.page.getByRole("radio", { name: "En valitse hoitotiimiä" }).isChecked()).toBe(true);
  expect(await second.page.getByRole("radio").allTextContents()).toHaveLength(3);
  await second.page.getByRole("radio", { name: /Tiimi Kuusi/ }).check();
  expect(await violations(second.page)).toEqual([]);
  const better = await fail(second.page, "ChooseMyCareTeam");
  await go(second.page);
  await unsuccessful(second.page)
    .getByText(/Hoitotiimiä ei voitu tallentaa/)
    .waitFor();
  await better();
  await go(second.page);
  await step(second.page, "Vaihe 5/5 Käyttöehdot");
  // Also who goes back before it is known what there is to choose, comes to it.
  const slow = await hold(second.page, "ListCareTeams");
  await second.page.reload();
  await step(second.page, "Käyttöehdot");
  await second.page.getByRole("button", { name: "Takaisin" }).click();
  slow();
  await step(second.page, "Vaihe 4/5 Hoitotiimi");
  expect(await second.page.getByRole("radio", { name: /Tiimi Kuusi/ }).isChecked()).toBe(true);
  await second.page.getByRole("button", { name: "Takaisin" }).click();
  await step(second.page, "Vaihe 3/5 Palvelualue");
  await second.page.getByRole("combobox", { name: /Palvelualue/ }).selectOption({ label: "Tunturi" });
  await go(second.page);
  await second.page.getByText("Hoitotiimi Tiimi Kuusi ei toimi uudella palvelualueellasi", { exact: false }).waitFor();
  await step(second.page, "Vaihe 4/4 Käyttöehdot");
  // Back and forth once more: the area that has teams leads to them again.
  await second.page.getByRole("button", { name: "Takaisin" }).click();
  await step(second.page, "Vaihe 3/4 Palvelualue");
  await second.page.getByRole("combobox", { name: /Palvelualue/ }).selectOption({ label: "Lehtola" });
  await go(second.page);
  await step(second.page, "Vaihe 4/5 Hoitotiimi");
  await second.page.getByRole("button", { name: "Takaisin" }).click();
  await step(second.page, "Vaihe 3/5 Palvelualue");
  await second.page.getByRole("combobox", { name: /Palvelualue/ }).selectOption({ label: "Tunturi" });
  await go(second.page);
  await step(second.page, "Vaihe 4/4 Käyttöehdot");
  expect(await violations(second.page)).toEqual([]);
  await second.page.getByRole("button", { name: "Hyväksy ja aloita" }).click();
  await summary(second.page)
    .getByText(/Ehdot on hyväksyttävä/)
    .waitFor();
  // Another language, chosen at the last step, is that of what follows.
  await second.page.locator("header button[aria-controls]").last().click();
  await second.page.getByRole("link", { name: "Svenska", exact: true }).click();
  await second.page.getByRole("checkbox", { name: /godkänner/ }).press("Space");
  await second.page.getByRole("button", { name: "Godkänn och börja" }).click();
  await second.page.getByRole("heading", { name: "Hej, Oona!" }).waitFor();
  // The way in is walked once: going back leads on, and so does the address of a step.
  await second.page.goBack();
  await second.page.waitForURL((url) => !url.pathname.includes("/onboarding/"));
  await second.page.goto(`${residentUrl}/fi/onboarding/contact-info`);
  await second.page.getByRole("heading", { name: "Hei, Oona!" }).waitFor();
  await second.page.waitForURL((url) => !url.pathname.includes("/onboarding/"));
  await second.page.getByRole("link", { name: "Viestit", exact: true }).click();
  await second.page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();
  await second.context.close();

  // Done once for all.
  const third = await resident("Oona");
  await third.context.close();
});

it("PRO-03 makes everybody accept newly published terms at the next sign-in, and nobody before", async () => {
  const atWork = await resident("Elli");
  const mark = topic("Ehtojen uusi kohta");
  const { page: admin, context } = await professional("Paula");
  await admin.goto(`${practitionerUrl}/fi/admin/content-management`);
  await admin.getByRole("link", { name: /Käyttöehdot/ }).click();
  const finnish = admin.getByRole("textbox", { name: "Suomi", exact: true });
  await finnish.waitFor();
  const before = await finnish.inputValue();
  const { version: versions } = await call(atWork.context.request, residentUrl, TermsService.method.getTerms, {});
  await finnish.fill("");
  await admin.getByRole("button", { name: "Julkaise" }).click();
  await summary(admin).getByText(/Suomi/).waitFor();
  await finnish.fill(`${before}\n\n## ${mark}\n- Ensimmäinen\n- Toinen`);
  // Leaving asks, also to another content of the same page.
  await admin.getByRole("link", { name: "Peruuta" }).click();
  await admin.getByRole("alertdialog").getByRole("button").first().click();
  await admin.getByRole("button", { name: "Tallenna luonnos" }).click();
  await admin.getByText("Luonnos tallennettiin.").first().waitFor();
  await admin.reload();
  expect(await finnish.inputValue()).toContain(mark);
  const mend = await fail(admin, "PublishTerms", "internal");
  await admin.getByRole("button", { name: "Julkaise" }).click();
  await admin
    .getByRole("alertdialog")
    .getByText(/seuraavalla kirjautumiskerralla/)
    .waitFor();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Julkaise" }).click();
  await unsuccessful(admin)
    .getByText(/Käyttöehtoja ei julkaistu/)
    .waitFor();
  await mend();
  expect(await violations(admin)).toEqual([]);
  await admin.getByRole("button", { name: "Julkaise" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Julkaise" }).click();
  await admin.getByText("Käyttöehdot julkaistiin.").first().waitFor();
  await admin.getByText(new RegExp(`Versio ${versions + 1}, .*Paula Pääkäyttäjä`)).waitFor();
  await context.close();

  // Who is at work goes on.
  await atWork.page.goto(`${residentUrl}/fi/inbox`);
  await atWork.page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();
  await atWork.context.close();

  const elli = await signIn("Elli");
  const { page } = elli;
  await page.waitForURL(/\/fi\/terms-and-conditions\/review\?returnTo=%2Ffi/);
  await page.getByRole("heading", { level: 2, name: mark }).waitFor();
  await page.getByText("Toinen").waitFor();
  expect(await page.getByRole("link", { name: "Viestit" }).count()).toBe(0);
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.waitForURL(/\/fi\/terms-and-conditions\/review\?returnTo=%2Ffi%2Finbox/);
  await page.getByRole("button", { name: "Hyväksy ja jatka" }).click();
  await summary(page)
    .getByText(/Ehdot on hyväksyttävä/)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const again = await fail(page, "AcceptTerms", "internal");
  await page.getByRole("checkbox", { name: /hyväksyn ne/ }).press("Space");
  await page.getByRole("button", { name: "Hyväksy ja jatka" }).click();
  await unsuccessful(page)
    .getByText(/Ehtojen hyväksymistä ei voitu tallentaa/)
    .waitFor();
  await again();
  await page.getByRole("button", { name: "Hyväksy ja jatka" }).click();
  await page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();
  // Where there is no text of one's language the Finnish one is marked as such.
  await page.goto(`${residentUrl}/sms/terms-and-conditions`);
  await page.locator("[lang=fi]").getByText(mark).waitFor();
  expect(await violations(page)).toEqual([]);
  await elli.context.close();

  // Whoever does not want to accept signs out; the next sign-in asks again.
  const nils = await signIn("Nils");
  await nils.page.waitForURL(/terms-and-conditions\/review/);
  await nils.page.getByRole("main").getByRole("button", { name: "Kirjaudu ulos" }).click();
  await nils.page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  await nils.context.close();
});
