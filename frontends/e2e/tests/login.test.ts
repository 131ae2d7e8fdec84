import { afterAll, expect, it } from "vitest";
import { closeBrowser, visit } from "../support/browser";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const languages = {
  fi: ["Tunnistaudu", "Yhteys on salattu", "Asiointi toisen puolesta", "/valtuudet"],
  sv: ["Identifiera dig", "Anslutningen är krypterad", "Ärenden för en annan person", "/fullmakter"],
  en: ["Identify yourself", "The connection is encrypted", "Acting on behalf of another person", "/e-authorizations"],
  sme: ["Dovddas iežat", "Oktavuohta lea kryptejuvvon", "Áššedikšun nuppi ovddas", "/valtuudet"],
  smn: ["Tuubdâ jieijâd", "Ohtâvuotâ lii salattum", "Äšimist nube oovdâst", "/valtuudet"],
  sms: ["Tobdd jiijjad", "Õhttvuõtt lij peittum", "Äʹššummuš nuuʹbb ooudâst", "/valtuudet"],
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
