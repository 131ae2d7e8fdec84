import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser, visit } from "../support/browser";
import { startWork } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const languages = {
  fi: ["Tunnistaudu", "Yhteys on salattu", "Tietoa toisen puolesta asioinnista", "/valtuudet"],
  sv: ["Identifiera dig", "Anslutningen är krypterad", "Om att uträtta ärenden för någon annan", "/fullmakter"],
  en: [
    "Identify yourself",
    "The connection is encrypted",
    "About acting on behalf of another person",
    "/e-authorizations",
  ],
  sme: ["Dovddas iežat", "Oktavuohta lea kryptejuvvon", "Dieđut áššedikšumis nuppi ovddas", "/valtuudet"],
  smn: ["Tuubdâ jieijâd", "Ohtâvuotâ lii salattum", "Tiäđuh äšimist nube oovdâst", "/valtuudet"],
  sms: ["Tobdd jiijjad", "Õhttvuõtt lij peittum", "Teâđ äʹššummšest nuuʹbb ooudâst", "/valtuudet"],
} as const;

it("NAV-11 offers residents to identify themselves, says that the connection is encrypted, and links to acting on behalf", async () => {
  const { page, context } = await visit({ width: 360, height: 760 });
  for (const [language, [identify, encrypted, onBehalf, service]] of Object.entries(languages)) {
    await page.goto(`${residentUrl}/${language}/authentication`);
    const main = page.getByRole("main");
    const link = main.getByRole("link", { name: onBehalf });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe(`https://www.suomi.fi${service}`);
    const button = main.getByRole("button");
    // The second identifies as well, and goes on to acting on behalf.
    expect(await button.count()).toBe(2);
    expect(await button.first().textContent()).toBe(identify);
    await main.getByText(encrypted, { exact: false }).waitFor();
    // It leads to the realm that identifies residents.
    await button.first().click();
    await page.waitForURL(/\/realms\/resident\//);
  }
  await context.close();
});

it("goes on in the language that was chosen at the page to sign in", async () => {
  const { page, context } = await visit();
  await page.goto(`${residentUrl}/fi/inbox/new?from=mail`);
  await page.getByRole("button", { name: "Tunnistaudu" }).waitFor();
  await page.locator("header button[aria-controls]").last().click();
  await page.getByRole("link", { name: "Svenska", exact: true }).click();
  await page.getByRole("button", { name: "Identifiera dig" }).click();
  await page.getByRole("button", { name: /Maja/ }).click();
  await page.waitForURL(`${residentUrl}/sv/inbox/new?from=mail`);
  await page.getByRole("heading", { level: 1, name: "Nytt meddelande" }).waitFor();
  await context.close();
});

it("NAV-19 signs professionals in by the organisation's directory, notes how administrators do, and leads these to the panel without role and location", async () => {
  const { page, context } = await visit({ width: 360, height: 760 });
  for (const [language, title, directory, note] of [
    ["fi", "Kirjaudu sisään", "Kirjaudu organisaation tunnuksella", "Pääkäyttäjät kirjautuvat samalla tunnuksella."],
    ["en", "Log in", "Log in with your organisation account", "Administrators use the same account."],
    ["sv", "Logga in", "Logga in med organisationens konto", "Administratörer loggar in med samma konto."],
  ] as const) {
    await page.goto(`${practitionerUrl}/${language}/authentication`);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await page.getByText(note).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: directory }).click();
    await page.waitForURL(/\/realms\/practitioner\//);
  }
  await page.goto(`${practitionerUrl}/fi/authentication`);
  await page.getByRole("button", { name: "Kirjaudu organisaation tunnuksella" }).click();
  await page.getByRole("button", { name: /Paula/ }).click();
  await page.getByRole("link", { name: "Siirry hallintapaneeliin" }).click();
  await page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
  // Neither was chosen, and what an administrator keeps is there.
  await page.goto(`${practitionerUrl}/fi/admin/iam/location-management`);
  await page.getByRole("link", { name: "Lehtolan terveysasema", exact: true }).waitFor();
  // Who works with patients is asked for both.
  const liisa = await visit();
  await liisa.page.goto(`${practitionerUrl}/fi/authentication`);
  await liisa.page.getByRole("button", { name: "Kirjaudu organisaation tunnuksella" }).click();
  await liisa.page.getByRole("button", { name: /Liisa/ }).click();
  await startWork(liisa.page);
  await Promise.all([context.close(), liisa.context.close()]);
});
