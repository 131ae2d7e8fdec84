/** Content integrations in the admin panel: what the register of services says comes to a content, and how that goes is told. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail, hold, registerService, serverWords, withdrawService } from "../support/faults";
import { summary, unsuccessful } from "../support/forms";
import { enter, tabTo } from "../support/keys";
import { adminPage, choose, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

afterAll(closeBrowser);

const information = `${practitionerUrl}/fi/admin/service-information`;
const list = `${information}/integrations`;

const field = (page: Page, label: RegExp) => page.getByRole("textbox", { name: label });
const save = (page: Page) => page.getByRole("button", { name: "Tallenna", exact: true }).click();
const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);
const open = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
const syncNow = (page: Page) => page.getByRole("button", { name: "Synkronoi nyt" }).click();
const faults = (page: Page) => summary(page).getByRole("link").allTextContents();

const inAll = (words: string) => ({ fi: words, sv: `${words} sv`, en: `${words} en` });
const registered = (words: string) => ({
  name: inAll(words),
  summary: inAll(`${words} lyhyesti`),
  description: inAll(`${words} kokonaan`),
});

/** Presses a button and the one of the same name in the question that it asks. */
async function confirmed(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
}

/** A content that was never published. */
async function begun(page: Page, name: string): Promise<void> {
  await page.goto(`${information}/contents/new`);
  await field(page, /Hallinnollinen nimi/).fill(name);
  await page.getByRole("button", { name: "Tallenna luonnos" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

it("SVC-04 lets an administrator add an integration, sync now, see what differs and why it fails, and change, archive, restore and remove it", {
  timeout: 120_000,
}, async () => {
  const { page, context } = await adminPage(information, "Palvelutiedot", 1440);
  const [content, name, id] = [topic("Täytettävä"), topic("Rekisteristä"), randomUUID()];
  await begun(page, content);
  await page.goto(information);
  await enter(page, /^Sisältöintegraatiot/);
  await page.getByRole("heading", { level: 1, name: "Sisältöintegraatiot" }).waitFor();
  await page.getByRole("row", { name: /Haavanhoito \(PTV\).*Haavahoidon konsultaatio · Palvelu/ }).waitFor();
  expect(await violations(page)).toEqual([]);

  // All that is missing or wrong is told at its field, and nothing typed is lost.
  await enter(page, /^Uusi integraatio/);
  await page.getByRole("heading", { level: 1, name: "Uusi integraatio" }).waitFor();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Hallinnollinen nimi/ })
    .waitFor();
  expect((await faults(page)).map((text) => text.split(":")[0])).toEqual([
    "Hallinnollinen nimi",
    "Kohde",
    "Tunniste lähteessä",
    "Hakuväli tunteina",
    "Uudet tekstit",
  ]);
  await tabTo(page, /^Hallinnollinen nimi/, "Tab");
  await field(page, /Hallinnollinen nimi/).fill(name);
  await page.getByRole("radio", { name: "Sisältö" }).check();
  await choose(page, /Täytettävä sisältö/, new RegExp(content));
  await field(page, /Tunniste lähteessä/).fill("ei-tunniste");
  await field(page, /Hakuväli tunteina/).fill("24");
  await page.getByRole("radio", { name: /Otetaan käyttöön/ }).check();
  await save(page);
  await summary(page)
    .getByRole("link", { name: /^Tunniste lähteessä: Tunnisteessa on 32 merkkiä/ })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await field(page, /Tunniste lähteessä/).fill(id.toUpperCase());
  const mendSave = await fail(page, "SaveContentIntegration");
  await save(page);
  await unsuccessful(page)
    .getByText(/^Integraatiota ei voitu tallentaa\./)
    .waitFor();
  await mendSave();
  await save(page);
  await told(page, "Integraatio tallennettiin.");

  // Fetched now: while it is under way and once it is there.
  await search(page, name);
  await page.getByRole("row", { name: new RegExp(`${name} ${content} · Sisältö Ei vielä haettu Käytössä`) }).waitFor();
  await open(page, name);
  await page.getByText("Tekstejä ei ole vielä haettu.").waitFor();
  await registerService(id, registered("Haava"));
  const arrive = await hold(page, "SyncContentIntegration");
  await enter(page, /^Synkronoi nyt/);
  await told(page, "Haetaan tekstejä lähteestä…");
  arrive();
  await told(page, "Haku onnistui. 6 tekstiä otettiin käyttöön.");
  await page.getByText(/Viimeksi onnistunut/).waitFor();
  await syncNow(page);
  await told(page, "Haku onnistui. Uusia tekstejä ei ollut.");

  // What an editor changes stays, and what the register says stands beside it.
  const address = page.url();
  await page.goto(`${information}/contents?search=${encodeURIComponent(content)}`);
  await open(page, content);
  await page.getByRole("tab", { name: /^Svenska/ }).click();
  expect(await page.getByRole("textbox", { name: "Teksti" }).inputValue()).toBe("Haava kokonaan sv");
  await page.getByRole("textbox", { name: "Otsikko" }).fill("Redaktörens rubrik");
  await page.getByRole("button", { name: "Julkaise", exact: true }).click();
  await told(page, /julkaistiin/);
  await registerService(id, registered("Sidos"));
  await page.goto(address);
  await syncNow(page);
  await told(page, "Haku onnistui. 5 tekstiä otettiin käyttöön.");
  const row = page.getByRole("row", { name: /^Otsikko, Svenska Redaktörens rubrik Sidos sv/ });
  await row.waitFor();
  expect(await violations(page)).toEqual([]);
  await enter(page, /^Käytä lähteen tekstiä: Otsikko, Svenska/);
  const question = page.getByRole("alertdialog", { name: "Korvataanko toimittajan teksti?" });
  await question.getByText("Otsikko, Svenska", { exact: false }).waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Käytä lähteen tekstiä" }).click();
  await told(page, "Haku onnistui. 1 teksti otettiin käyttöön.");
  await row.waitFor({ state: "detached" });

  // A failure: since when and why, here and in the list; the last words stay.
  await withdrawService(id);
  await page.setViewportSize({ width: 360, height: 800 });
  await syncNow(page);
  await told(page, /^Haku epäonnistui\. Palvelua ei ole Palvelutietovarannossa/);
  await page.getByText(/Haku on epäonnistunut .* alkaen, 1 kerran\. Palvelua ei ole Palvelutietovarannossa/).waitFor();
  await syncNow(page);
  await page.getByText(/alkaen, 2 kertaa peräkkäin\..*Viimeksi haetut tekstit ovat edelleen käytössä\./).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const mendSync = await fail(page, "SyncContentIntegration");
  await syncNow(page);
  await told(page, /^Synkronointi ei onnistunut\./);
  expect(await serverWords(page)).toEqual([]);
  await mendSync();
  await page.goto(`${list}?search=${encodeURIComponent(name)}`);
  await page.getByText("Epäonnistunut", { exact: true }).waitFor();
  await page.getByText(/ alkaen\. Palvelua ei ole Palvelutietovarannossa/).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Changed, put away, taken back, removed.
  await open(page, name);
  await field(page, /Hakuväli tunteina/).fill("1");
  await save(page);
  await told(page, "Integraatio tallennettiin.");
  await search(page, id);
  await open(page, name);
  expect(await field(page, /Hakuväli tunteina/).inputValue()).toBe("1");
  expect(await field(page, /Tunniste lähteessä/).inputValue()).toBe(id);
  await confirmed(page, "Arkistoi integraatio");
  await told(page, "Integraatio arkistoitiin.");
  await choose(page, /Tila/, /Arkistoitu/);
  await open(page, name);
  await page.getByText("Arkistoitu integraatio ei hae tekstejä.").waitFor();
  await confirmed(page, "Palauta integraatio");
  await told(page, "Integraatio palautettiin.");
  await search(page, name);
  await open(page, name);
  await confirmed(page, "Poista integraatio");
  await told(page, "Integraatio poistettiin.");
  await search(page, name);
  await page.getByText("Hakua vastaavia integraatioita ei löytynyt").waitFor();
  await context.close();
});
