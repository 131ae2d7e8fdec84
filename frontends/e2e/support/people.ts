/** Demo people at their browsers. */
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import { type Visit, visit } from "./browser";
import { practitionerUrl, residentUrl } from "./stack";

/** What the button of the page to sign in does, without opening that page first: tests of signing in press the button. */
async function signIn(page: Page, app: string, name: string): Promise<void> {
  const answer = await page.request.post(`${app}/api/session/sign-in`, {
    headers: { "X-DigitalPlatformAuthorization": "kajo-web", Origin: app },
    data: { returnTo: "/fi", language: "fi" },
  });
  const { url } = (await answer.json()) as { readonly url: string };
  await page.goto(url);
  await page.getByRole("button", { name: new RegExp(name) }).click();
}

/** A resident, signed in, on the landing page. */
export async function resident(name: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const own = await visit(options);
  await signIn(own.page, residentUrl, name);
  await own.page.getByRole("heading", { name: `Hei, ${name}!` }).waitFor();
  return own;
}

/** A professional, signed in, before the choice of role and location. */
export async function professional(name: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const own = await visit(options);
  await signIn(own.page, practitionerUrl, name);
  await own.page.getByRole("heading", { level: 1 }).waitFor();
  return own;
}

/** A nurse at the health station of Lehtola, in the inbox. */
export async function nurse(name: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const own = await professional(name, options);
  await startWork(own.page);
  return own;
}

/** Who keeps the system, role and location chosen, in the admin panel. */
export async function administrator(name: string, options: Parameters<typeof visit>[0] = {}): Promise<Visit> {
  const own = await professional(name, options);
  await chooseWork(own.page);
  await own.page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
  return own;
}

/** Paula, who keeps the system, at a page of the admin panel: what it does needs no role and no location. */
export async function adminPage(address: string, heading: string, width = 1280): Promise<Visit> {
  const paula = await professional("Paula", { width });
  await paula.page.goto(address);
  await paula.page.getByRole("heading", { level: 1, name: heading }).waitFor();
  return paula;
}

/** Chooses the role of a nurse and the health station of Lehtola, and comes to the inbox. */
export async function startWork(page: Page): Promise<void> {
  await chooseWork(page);
  await page.getByRole("tab", { name: /Uudet/ }).waitFor();
}

/** Role and location of a nurse. */
export async function chooseWork(page: Page): Promise<void> {
  await choose(page, /Ammattirooli/, /Sairaanhoitaja/);
  await choose(page, /Työpiste/, /Lehtolan/);
  await page.getByRole("button", { name: "Jatka" }).click();
}

export async function choose(page: Page, label: RegExp, option: RegExp): Promise<void> {
  const list = page.getByRole("combobox", { name: label });
  const wanted = await list.locator("option").filter({ hasText: option }).first().getAttribute("value");
  await list.selectOption(wanted);
}

/**
 * The session ends behind the back of the page, which says so when it hears of it, at the latest with `asking`; the same person signs in
 * again, and is on the way back to where they were.
 */
export async function endSessionAndReturn(page: Page, name: string, asking?: () => Promise<void>): Promise<void> {
  const { origin } = new URL(page.url());
  const ended = await page.request.post(`${origin}/api/session/sign-out`, {
    headers: { "X-DigitalPlatformAuthorization": "kajo-web", Origin: origin },
    data: {},
  });
  expect(ended.ok()).toBe(true);
  await asking?.();
  await page.getByText("Kirjoittamasi teksti säilyy", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Kirjaudu sisään" }).click();
  // Until then a button of that name is the person's own menu.
  await page.waitForURL(/\/realms\//);
  await page.getByRole("button", { name: new RegExp(name) }).click();
}

let counter = 0;

/** A topic that no other test has. */
export function topic(words: string): string {
  counter += 1;
  return `${words} ${Date.now().toString(36)}${counter}`;
}

/** Goes through area, category and subcategory to the form. */
export async function openForm(page: Page): Promise<void> {
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Terveysasema").first().click();
  await page.getByText("Kysymys hoitajalle").first().click();
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
}

/** Until the server has a draft with these words. */
export const draftWith = (page: Page, words: string): Promise<Response> =>
  page.waitForResponse(
    (answer) => answer.url().endsWith("/SaveDraft") && answer.request().postDataBuffer()?.includes(words) === true,
  );

/** Sends a first message to the nurses. */
export async function send(page: Page, about: string, text: string): Promise<void> {
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill(text);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("button", { name: "Lähetä heti" }).click();
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
}

/** Opens a task of the inbox by its topic. */
export async function open(page: Page, about: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(about) }).click();
  await page.getByRole("heading", { name: about, level: 2 }).waitFor();
}

export async function more(page: Page, action: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Muut toiminnot" }).click();
  await page.getByRole("button", { name: action }).click();
}

/** Puts a conversation back into its queue, and says yes to the question. */
export async function giveBack(page: Page): Promise<void> {
  await more(page, /Palauta jonoon/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Palauta jonoon" }).click();
}

/** A small PNG, and bytes that only pretend. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
