/**
 * The words in which residents are told that something waits for them. Whatever becomes of this test, residents are told the same after it as
 * before, and in between no less: words are added to those of the platform.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import {
  NotificationKind,
  type NotificationTemplate,
} from "../../shared/src/rpc/gen/kajo/content/v1/notification_template_pb";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { asAdministrator } from "../support/documents";
import { summary } from "../support/forms";
import { publishTemplate, templateOf, wholeTemplateOf } from "../support/notification-templates";
import { adminPage, topic } from "../support/people";
import { practitionerUrl } from "../support/stack";

/** The template as it was before the test. */
let before: NotificationTemplate | undefined;

afterAll(async () => {
  try {
    const { details, publishedVersion } = before ?? {};
    if (details) {
      await asAdministrator(async (http) => {
        const now = await templateOf(http, NotificationKind.MESSAGE);
        if (now.publishedVersion !== publishedVersion) await publishTemplate(http, NotificationKind.MESSAGE, details);
      });
    }
  } finally {
    await closeBrowser();
  }
});

const panel = `${practitionerUrl}/fi/admin/content-management`;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is wrong with the page, and all of it is in sight, on a phone and on a desk. */
async function looksWell(page: Page): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    expect(await violations(page)).toEqual([]);
    expect(await width(page)).toBeLessThanOrEqual(0);
  }
}

const told = (page: Page, words: RegExp | string) => page.getByRole("status").getByText(words).first().waitFor();
const language = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
const email = (page: Page) => page.getByRole("textbox", { name: /^Sähköpostin teksti/ });
const sms = (page: Page) => page.getByRole("textbox", { name: /^Tekstiviesti/ });
const push = (page: Page) => page.getByRole("textbox", { name: /^Ilmoitus laitteella/ });
const inFocus = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));
const version = (page: Page, number: number): Locator =>
  page
    .getByRole("list", { name: "Versiohistoria" })
    .getByRole("listitem")
    .filter({ hasText: new RegExp(`Versio ${number},`) });

/** Asks for what is written to be put in force, and says yes although translations lag behind. */
async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Julkaise", exact: true }).click();
  const asked = page.getByRole("alertdialog", { name: "Julkaistaanko vanhentuneet käännökset?" });
  await asked.getByRole("button", { name: "Julkaise", exact: true }).click();
  await asked.waitFor({ state: "detached" });
}

it("CMS-04 NAV-21 lets an administrator change the platform's own words of a notification by e-mail, text message and push, see them as residents do, publish them and go back, and refuses a placeholder that is none at its field", {
  timeout: 120_000,
}, async () => {
  const { page, context } = await adminPage(panel, "Sisällönhallinta");
  before = await wholeTemplateOf(context.request, NotificationKind.MESSAGE);
  const own = before.details?.fi?.email ?? "";
  const ownPush = before.details?.fi?.push ?? "";
  const [first, second, third] = [1, 2, 3].map((each) => (before?.publishedVersion ?? 0) + each) as [
    number,
    number,
    number,
  ];
  const state = before.publishedVersion === 0 ? "Kajon omat sanat" : "Julkaistu";
  const tiles = page.getByRole("region", { name: "Ilmoitukset" });
  await tiles.getByText(state, { exact: true }).first().waitFor();
  expect(await tiles.getByRole("link").count()).toBe(11);
  await looksWell(page);
  await tiles.getByRole("link", { name: new RegExp(`^Uusi viesti.*${state}`) }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Uusi viesti" }).waitFor();
  expect(new URL(page.url()).searchParams.get("contentName")).toBe("template-message");

  // The words that stand in are there to start from, as a resident gets them.
  await page.getByText(state, { exact: true }).first().waitFor();
  expect(own).toContain("{link}");
  expect(await email(page).inputValue()).toBe(own);
  const drawn = page.getByRole("region", { name: "Esikatselu" });
  const address = "https://health-services.kajo.example/sample/";
  await drawn.getByText(address).first().waitFor();
  expect(await drawn.getByText(address).count()).toBeGreaterThanOrEqual(2);
  expect(ownPush).not.toBe("");
  expect(await push(page).inputValue()).toBe(ownPush);
  await drawn.getByText("Kajo", { exact: true }).waitFor();
  await drawn.getByText(ownPush, { exact: true }).first().waitFor();
  await looksWell(page);

  // A letter that text messages do not have by themselves takes room, and the page says so while it is typed.
  const ownSms = await sms(page).inputValue();
  await page.getByText(/Mahtuu yhteen tekstiviestiin\.|Vie \d+ tekstiviestin tilan\./).waitFor();
  await sms(page).fill(`${ownSms} š`);
  await page.getByText(/Merkki š ei kuulu tekstiviestien perusmerkkeihin/).waitFor();

  // By keyboard alone a placeholder comes to where the cursor was.
  await sms(page).fill(ownSms.replaceAll("{link}", "").trim());
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" ");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Lisää {link}: Tekstiviesti",
  );
  await page.keyboard.press("Enter");
  expect(await inFocus(page)).toBe("details.fi.sms");
  expect((await sms(page).inputValue()).endsWith(" {link}")).toBe(true);
  await sms(page).fill(ownSms);

  // What is no placeholder is marked at once, and refused at its field; nothing that was typed is lost.
  const words = topic("Tervetuloa lukemaan");
  const wrong = `${own}\n\n${words}, {etunimi}.`;
  await email(page).fill(wrong);
  await drawn.getByText("Näitä paikkamerkkejä ei voi käyttää tässä: {etunimi}").waitFor();
  expect(await drawn.locator("mark").allTextContents()).toEqual(["{etunimi}"]);
  await language(page, "Svenska").getByText("Vanhentunut").waitFor();
  await publish(page);
  const faults = summary(page).getByRole("link");
  await faults
    .filter({ hasText: "Sähköpostin teksti, Suomi: Paikkamerkkiä {etunimi} ei voi käyttää tässä." })
    .waitFor();
  expect(await faults.count()).toBe(1);
  expect(await email(page).inputValue()).toBe(wrong);
  await looksWell(page);
  await faults.first().focus();
  await page.keyboard.press("Enter");
  expect(await inFocus(page)).toBe("details.fi.email");
  expect(await version(page, first).count()).toBe(0);

  // An address has to be there.
  await email(page).fill(words);
  await publish(page);
  await faults.filter({ hasText: "Sähköpostin teksti, Suomi: Paikkamerkki {link} puuttuu." }).waitFor();
  const changed = `${own}\n\n${words}.`;
  await email(page).fill(changed);

  // What a device shows leads into the app by itself: an address has no place in it, and it is asked for like the other texts.
  await page.getByRole("button", { name: "Lisää {link}: Tekstiviesti", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Lisää {link}: Ilmoitus laitteella", exact: true }).count()).toBe(0);
  await push(page).fill(`${ownPush} {link}`);
  await drawn.getByText("Näitä paikkamerkkejä ei voi käyttää tässä: {link}").waitFor();
  expect(await drawn.locator("mark").allTextContents()).toEqual(["{link}"]);
  await publish(page);
  await faults.filter({ hasText: "Ilmoitus laitteella, Suomi: Paikkamerkkiä {link} ei voi käyttää tässä." }).waitFor();
  expect(await faults.count()).toBe(1);
  await faults.first().focus();
  await page.keyboard.press("Enter");
  expect(await inFocus(page)).toBe("details.fi.push");
  await push(page).fill("");
  await publish(page);
  await faults
    .filter({ hasText: "Ilmoitus laitteella, Suomi: Täytä kaikki kentät tai jätä kaikki tyhjäksi." })
    .waitFor();

  // Mended, it is in force, and stands in the history.
  const onDevice = topic("Kajossa odottaa viesti");
  await push(page).fill(onDevice);
  await drawn.getByText(onDevice, { exact: true }).waitFor();
  await publish(page);
  await told(page, "Ilmoituksen tekstit julkaistiin.");
  await version(page, first).getByText("Voimassa").waitFor();
  await page.getByText("Julkaistu", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: `Näytä versio ${first}`, exact: true }).click();
  const shown = page.getByRole("dialog", { name: `Versio ${first}` });
  await shown.getByRole("region", { name: "Suomi" }).getByText(words).waitFor();
  await shown.getByRole("region", { name: "Suomi" }).getByText(onDevice, { exact: true }).waitFor();
  await shown
    .getByRole("region", { name: "Svenska" })
    .getByText(before.details?.sv?.subject ?? "", { exact: true })
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await shown.waitFor({ state: "detached" });

  // The next one, and back to the first.
  await email(page).fill(`${changed} Hei!`);
  await push(page).fill(ownPush);
  await publish(page);
  await version(page, second).getByText("Voimassa").waitFor();
  await page.getByRole("button", { name: `Palauta versio ${first}`, exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Palauta versio" }).click();
  await version(page, third).getByText("Voimassa").waitFor();
  await expect.poll(() => email(page).inputValue()).toBe(changed);
  expect(await push(page).inputValue()).toBe(onDevice);
  await context.close();
});
