/**
 * What administrators publish for everybody: announcements, words of the start page and legal pages. They stand on the pages of every resident, so
 * whatever becomes of these tests, nothing of it is left for those of other files.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { DocumentKind } from "../../shared/src/rpc/gen/kajo/content/v1/published_document_pb";
import { violations } from "../support/axe";
import { closeBrowser, visit } from "../support/browser";
import { disturbance } from "../support/disturbance";
import { announcement, asAdministrator, documentOf, emptyAll, publishDocument, putBack } from "../support/documents";
import { fail, serverWords } from "../support/faults";
import { summary } from "../support/forms";
import { adminPage, resident, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

const { LANDING_PAGE, ANNOUNCEMENT_IMPORTANT, ANNOUNCEMENT_INFO, CRITICAL_ANNOUNCEMENT, PRIVACY_POLICY } = DocumentKind;

/** The version of the privacy policy that was in force before a test published another; 0: none has. */
let policyBefore = 0;

afterAll(async () => {
  try {
    await asAdministrator(async (http) => {
      await emptyAll(http);
      if (policyBefore > 0) await putBack(http, PRIVACY_POLICY, policyBefore);
    });
  } finally {
    await closeBrowser();
  }
});

const panel = `${practitionerUrl}/fi/admin/content-management`;
const phone = 360;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is wrong with the page, and all of it is in sight. */
async function looksWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const language = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const field = (page: Page, label: RegExp) => page.getByRole("textbox", { name: label });
const version = (page: Page, number: number): Locator =>
  page
    .getByRole("list", { name: "Versiohistoria" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`Versio ${number},`) });

/** Writes an announcement in the language of a tab. */
async function write(page: Page, name: string, title: string, linkUrl = "https://kajo.example/huolto"): Promise<void> {
  await language(page, name).click();
  await field(page, /^Otsikko/).fill(title);
  await field(page, /^Teksti/).fill(`**${title}** kestää kello 18 asti.`);
  await field(page, /^Linkin teksti/).fill(`Lue lisää: ${title}`);
  await field(page, /^Linkin osoite/).fill(linkUrl);
}

/** Asks for what is written to be put in force. */
const publishNow = (page: Page) => page.getByRole("button", { name: "Julkaise", exact: true }).click();

/** The same, and says yes to the question. */
async function publish(page: Page, question: RegExp): Promise<void> {
  await publishNow(page);
  const asked = page.getByRole("alertdialog");
  await asked.getByText(question).first().waitFor();
  await asked.getByRole("button", { name: "Julkaise", exact: true }).click();
  await asked.waitFor({ state: "detached" });
}

/** What a resident is told under this title. */
const shown = (at: Page | Locator, title: string): Locator => at.getByRole("region", { name: title, exact: true });

/** In which language it says that it is. */
const languageOf = (at: Locator) =>
  at
    .getByRole("heading")
    .first()
    .evaluate((each) => each.closest<HTMLElement>("[lang]")?.lang);

/** An address of the residents' app, when the page has heard what is in force. */
async function openTo(page: Page, path: string): Promise<void> {
  const heard = page.waitForResponse((answer) => answer.url().endsWith("/GetPublishedDocuments"));
  await page.goto(`${residentUrl}${path}`);
  await heard;
}

it("CMS-01 CMS-03 CMS-10 NAV-21 lets an administrator write an announcement in three languages, see it as residents do, publish, change, roll back and empty it, and residents see each at once", {
  timeout: 120_000,
}, async () => {
  const eino = await resident("Eino");
  const stranger = await visit({ width: phone });
  const { page, context } = await adminPage(panel, "Sisällönhallinta");
  const before = (await documentOf(context.request, ANNOUNCEMENT_IMPORTANT)).publishedVersion;
  const [first, second, third] = [before + 1, before + 2, before + 3];
  const title = topic("Huoltokatko");
  const inLanguage = { fi: `${title} alkaa`, sv: `${title} börjar`, en: `${title} begins` } as const;
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: /^Tärkeä tiedote/ }).click();
  await page.getByRole("heading", { level: 1, name: "Tärkeä tiedote" }).waitFor();
  expect(new URL(page.url()).searchParams.get("contentName")).toBe("announcement-important");

  // Whole or not at all: each field that is missing is told, behind whichever tab it stands.
  await field(page, /^Otsikko/).fill(inLanguage.fi);
  await field(page, /^Teksti/).fill("Palvelu on **suljettu**.");
  await language(page, "Suomi").getByText("Kesken").waitFor();
  await language(page, "Svenska").getByText("Tyhjä").waitFor();
  await publishNow(page);
  const faults = summary(page).getByRole("link");
  await faults.first().waitFor();
  const parts = ["Otsikko", "Teksti", "Linkin teksti", "Linkin osoite"] as const;
  expect(await faults.allTextContents()).toEqual([
    ...parts.slice(2).map((part) => `${part}, Suomi: Täytä kaikki kentät tai jätä kaikki tyhjäksi.`),
    ...["Svenska", "English"].flatMap((name) =>
      parts.map((part) => `${part}, ${name}: Kaikki käännökset on syötettävä.`),
    ),
  ]);
  await looksWell(page);
  await faults.filter({ hasText: /^Linkin osoite, English/ }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.en.link_url");
  expect(await field(page, /^Otsikko/).getAttribute("lang")).toBe("en");

  // Drawn as residents see it, while it is written. A link leads to a safe address or is refused.
  await write(page, "Suomi", inLanguage.fi);
  await write(page, "Svenska", inLanguage.sv);
  await write(page, "English", inLanguage.en, "http://kajo.example/maintenance");
  const drawn = page.getByRole("region", { name: "Esikatselu" });
  await shown(drawn, inLanguage.en).getByRole("strong").getByText(inLanguage.en).waitFor();
  await publish(page, /näkyy heti kaikille/);
  await faults.filter({ hasText: /^Linkin osoite, English/ }).waitFor();
  expect(await faults.count()).toBe(1);
  await field(page, /^Linkin osoite/).fill("https://kajo.example/maintenance");
  const link = shown(drawn, inLanguage.en).getByRole("link", { name: `Lue lisää: ${inLanguage.en}` });
  expect(await link.getAttribute("href")).toBe("https://kajo.example/maintenance");

  // A draft is nobody else's.
  await page.keyboard.press("Control+s");
  await told(page, "Luonnos tallennettiin.");
  await openTo(stranger.page, "/sv/");
  expect(await shown(stranger.page, inLanguage.sv).count()).toBe(0);
  expect(await shown(eino.page, inLanguage.fi).count()).toBe(0);

  // In force: who is signed in sees it at once, who is not when they come; where it is not written in Finnish, which it says.
  await publish(page, /näkyy heti kaikille/);
  await version(page, first).getByText("Voimassa").waitFor();
  await shown(eino.page, inLanguage.fi).getByRole("strong").waitFor();
  await looksWell(eino.page);
  await openTo(stranger.page, "/sv/");
  await shown(stranger.page, inLanguage.sv).getByRole("link").waitFor();
  await looksWell(stranger.page);
  await openTo(stranger.page, "/sms/");
  await shown(stranger.page, inLanguage.fi).waitFor();
  expect(await languageOf(shown(stranger.page, inLanguage.fi))).toBe("fi");
  // What was told last stands there at once: nothing moves.
  await openTo(stranger.page, "/sms/");
  await shown(stranger.page, inLanguage.fi).getByRole("link").waitFor();
  expect((await disturbance(stranger.page)).shift).toBeLessThanOrEqual(0.02);

  // The next version, with translations that lag behind; and back to the first.
  const longer = `${inLanguage.fi} myöhemmin`;
  await language(page, "Suomi").click();
  await field(page, /^Otsikko/).fill(longer);
  await language(page, "Svenska").getByText("Vanhentunut").waitFor();
  await publish(page, /: Svenska, English\.$/);
  await version(page, second).getByText("Voimassa").waitFor();
  await shown(eino.page, longer).waitFor();
  expect(await shown(eino.page, inLanguage.fi).count()).toBe(0);
  await page.getByRole("button", { name: `Palauta versio ${first}`, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Palauta versio" }).click();
  await version(page, third).getByText("Voimassa").waitFor();
  await shown(eino.page, inLanguage.fi).waitFor();
  expect(await shown(eino.page, longer).count()).toBe(0);

  // Emptied, it is gone.
  await page.getByRole("button", { name: "Tyhjennä kaikki kielet" }).click();
  for (const name of ["Suomi", "Svenska", "English"]) await language(page, name).getByText("Tyhjä").waitFor();
  await publish(page, /poistuu heti/);
  await page.getByText("Julkaistu tyhjänä", { exact: true }).first().waitFor();
  await shown(eino.page, inLanguage.fi).waitFor({ state: "detached" });
  await openTo(stranger.page, "/sv/");
  await shown(stranger.page, inLanguage.sv).waitFor({ state: "detached" });
  // What is none of these leads to all of them.
  await page.goto(`${panel}?contentName=nothing-of-ours`);
  await page.getByRole("link", { name: /^Tärkeä tiedote.*Julkaistu tyhjänä/ }).waitFor();
  for (const each of [eino.context, stranger.context, context]) await each.close();
});

it("CMS-01 NAV-09 shows a critical announcement on every page and the other words on the start page, to who is signed in and who is not, wide and narrow", {
  tags: ["long"],
}, async () => {
  const [critical, info, welcome] = [topic("Häiriö"), topic("Uutta"), topic("Tervehdys")];
  const text = "Voit asioida **milloin** vain.";
  const words = { title: welcome, text };
  await asAdministrator(async (http) => {
    await publishDocument(http, CRITICAL_ANNOUNCEMENT, announcement(critical));
    await publishDocument(http, ANNOUNCEMENT_INFO, announcement(info));
    await publishDocument(http, LANDING_PAGE, { fi: words, sv: words, en: words });
  });
  const stranger = await visit({ width: phone });
  for (const path of ["/fi/", "/fi/authentication", "/fi/accessibility", "/fi/cookies", "/fi/chat"]) {
    await stranger.page.goto(`${residentUrl}${path}`);
    await shown(stranger.page, `${critical} fi`).getByRole("link", { name: "Lue lisää fi" }).waitFor();
    await looksWell(stranger.page);
  }
  const eino = await resident("Eino");
  await shown(eino.page, `${critical} fi`).waitFor();
  await shown(eino.page, `${info} fi`).waitFor();
  await eino.page.getByText(welcome).first().waitFor();
  // The list of what is upcoming comes before what is only worth knowing.
  const [list, below] = [
    await eino.page.getByRole("list", { name: "Tulossa ja kesken" }).boundingBox(),
    await shown(eino.page, `${info} fi`).boundingBox(),
  ];
  expect(below?.y).toBeGreaterThan(list?.y ?? 0);
  await looksWell(eino.page);
  for (const [path, heading] of [
    ["/fi/inbox", "Viestit"],
    ["/fi/surveys", "Kyselyt"],
  ] as const) {
    await eino.page.goto(`${residentUrl}${path}`);
    await eino.page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await shown(eino.page, `${critical} fi`).waitFor();
    expect(await shown(eino.page, `${info} fi`).count()).toBe(0);
    await looksWell(eino.page);
  }
  // What came first comes first the second time, too: nothing moves.
  for (const { page } of [stranger, eino]) {
    await openTo(page, "/fi/");
    await page.getByText(welcome).first().waitFor();
    await shown(page, `${info} fi`).getByRole("link").waitFor();
    expect((await disturbance(page)).shift).toBeLessThanOrEqual(0.02);
  }

  // Taken away, all of it goes from pages that are open.
  await asAdministrator(emptyAll);
  for (const title of [`${critical} fi`, `${info} fi`]) await shown(eino.page, title).waitFor({ state: "detached" });
  await eino.page.getByText(welcome).first().waitFor({ state: "detached" });
  for (const each of [stranger, eino]) await each.context.close();
});

it("CMS-01 CMS-10 shows a privacy policy as it was published, never empties it, and has words of its own where nothing can be asked", {
  tags: ["long"],
}, async () => {
  const title = topic("Seloste tietosuojasta");
  const words = { title, text: "## Rekisteri\n\nTietosi ovat **sinun**." };
  await asAdministrator(async (http) => {
    policyBefore = (await documentOf(http, PRIVACY_POLICY)).publishedVersion;
    await publishDocument(http, PRIVACY_POLICY, { fi: words, sv: words, en: words });
  });

  // Content is away: no error, and what the app itself says.
  const { page, context } = await visit({ width: phone });
  const mend = await fail(page, "GetPublishedDocuments");
  await page.goto(`${residentUrl}/fi/privacy-policy`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
  expect(await serverWords(page)).toEqual([]);
  await mend();

  await openTo(page, "/fi/privacy-policy");
  await page.getByRole("heading", { name: title }).waitFor();
  await page.getByRole("heading", { name: "Rekisteri" }).waitFor();
  await looksWell(page);
  // Away again: what was read last is remembered.
  await fail(page, "GetPublishedDocuments");
  await page.reload();
  await page.getByRole("heading", { name: "Rekisteri" }).waitFor();
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
  await context.close();

  const paula = await adminPage(`${panel}?contentName=privacy-policy`, "Tietosuojaseloste", phone);
  await looksWell(paula.page);
  await language(paula.page, "Svenska").click();
  await field(paula.page, /^Otsikko/).fill("");
  await field(paula.page, /^Teksti/).fill("");
  await publishNow(paula.page);
  await summary(paula.page)
    .getByRole("link", { name: /^Teksti, Svenska: Kaikki käännökset on syötettävä/ })
    .waitFor();
  expect(await summary(paula.page).getByRole("link").count()).toBe(2);
  await paula.context.close();
});

it("CMS-09 refuses a link that is no https address or leads to harm at its field, beside a text and in it, and publishes once both are mended", {
  timeout: 60_000,
}, async () => {
  const { page, context } = await adminPage(panel, "Sisällönhallinta");
  const title = topic("Neuvonta");
  await page.getByRole("link", { name: /^Yleinen tiedote/ }).click();
  await page.getByRole("heading", { level: 1, name: "Yleinen tiedote" }).waitFor();
  await write(page, "Svenska", `${title} sv`);
  await write(page, "English", `${title} en`);
  await write(page, "Suomi", title, "neuvonta.example");
  const faults = summary(page).getByRole("link");
  const told = async (words: string) => {
    await publish(page, /näkyy heti kaikille/);
    await faults.filter({ hasText: words }).waitFor();
    expect(await faults.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  };
  await told("Linkin osoite, Suomi: Kirjoita kokonainen osoite, joka alkaa https://.");

  const harmful = "https://voitto.example/palkinto";
  const isHarmful = "Linkki sivustolle voitto.example voi olla haitallinen. Poista linkki.";
  await field(page, /^Linkin osoite/).fill(harmful);
  await told(`Linkin osoite, Suomi: ${isHarmful}`);
  expect(await field(page, /^Linkin osoite/).inputValue()).toBe(harmful);
  await field(page, /^Linkin osoite/).fill("https://kajo.example/neuvonta");
  await field(page, /^Teksti/).fill(`Katso [ohje](${harmful}).`);
  await told(`Teksti, Suomi: ${isHarmful}`);
  await faults.first().focus();
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("details.fi.text");

  await field(page, /^Teksti/).fill("Katso [ohje](https://kajo.example/ohje).");
  await publish(page, /näkyy heti kaikille/);
  await summary(page).waitFor({ state: "detached" });
  const stranger = await visit();
  await openTo(stranger.page, "/fi/");
  await shown(stranger.page, title).getByRole("link", { name: "ohje" }).waitFor();
  await stranger.context.close();
  await context.close();
});
