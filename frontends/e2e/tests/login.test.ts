import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { residentUrl } from "../support/stack";

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
