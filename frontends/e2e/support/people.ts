/** Demo people at their browsers. */
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import { type Visit, visit } from "./browser";
import { platformHeader, signIn } from "./http";
import { acceptNewTerms, chooseWorkContext, startConversation, writeMessage } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

type Options = Parameters<typeof visit>[0];

/** Somebody at an app with a browser of their own, signed in, with no page open yet. */
async function enter(app: string, name: string, options: Options): Promise<Visit> {
  const own = await visit(options);
  await signIn(own.context.request, app, name);
  return own;
}

/** A resident, signed in, on the landing page, whatever terms were published meanwhile. */
export async function resident(name: string, options: Options = {}): Promise<Visit> {
  const own = await enter(residentUrl, name, options);
  await acceptNewTerms(own.context.request);
  await own.page.goto(`${residentUrl}/fi`);
  await own.page.getByRole("heading", { name: `Hei, ${name}!` }).waitFor();
  return own;
}

/** A resident, signed in, who is led somewhere before the app: no page is open yet. */
export const newcomer = (name: string, options: Options = {}): Promise<Visit> => enter(residentUrl, name, options);

/** A professional, signed in, before the choice of role and location. */
export async function professional(name: string, options: Options = {}): Promise<Visit> {
  const own = await enter(practitionerUrl, name, options);
  await own.page.goto(`${practitionerUrl}/fi`);
  await own.page.getByRole("heading", { level: 1 }).waitFor();
  return own;
}

/** The id under which a professional is known. */
export async function professionalId(name: string): Promise<string> {
  const { context, page } = await professional(name);
  const answer = await page.request.get(`${practitionerUrl}/api/session`, { headers: platformHeader });
  const { user } = (await answer.json()) as { readonly user: { readonly personId: string } };
  await context.close();
  return user.personId;
}

/** A professional with this role at the health station of Lehtola, where the app sends them. */
async function atWork(name: string, options: Options, role = "Sairaanhoitaja"): Promise<Visit> {
  const own = await enter(practitionerUrl, name, options);
  await chooseWorkContext(own.context.request, role);
  await own.page.goto(`${practitionerUrl}/fi`);
  return own;
}

/** A nurse at the health station of Lehtola, in the inbox. */
export async function nurse(name: string, options: Options = {}): Promise<Visit> {
  const own = await atWork(name, options);
  await own.page.getByRole("tab", { name: /Uudet/ }).waitFor();
  return own;
}

/** A doctor at the health station of Lehtola, in the inbox. */
export async function doctor(name: string, options: Options = {}): Promise<Visit> {
  const own = await atWork(name, options, "Lääkäri");
  await own.page.getByRole("tab", { name: /Uudet/ }).waitFor();
  return own;
}

/** Who keeps the system, role and location chosen, in the admin panel. */
export async function administrator(name: string, options: Options = {}): Promise<Visit> {
  const own = await atWork(name, options);
  await own.page.getByRole("heading", { level: 1, name: "Hallintapaneeli" }).waitFor();
  return own;
}

/** Paula, who keeps the system, at a page of the admin panel: what it does needs no role and no location. */
export async function adminPage(address: string, heading: string, width = 1280): Promise<Visit> {
  const paula = await enter(practitionerUrl, "Paula", { width });
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
export async function openForm(page: Page, about = "Kysymys hoitajalle"): Promise<void> {
  await page.goto(`${residentUrl}/fi/inbox/new`);
  await choose(page, /Palvelualue/, /Lehtola/);
  await page.getByText("Terveysasema").first().click();
  await page.getByText(about).first().click();
  await page.getByRole("textbox", { name: /Aihe/ }).waitFor();
}

/** Until the server has a draft with these words. */
export const draftWith = (page: Page, words: string): Promise<Response> =>
  page.waitForResponse(
    // Under load the browser now and then tells nothing of what a request held; that one came a second after the last word, too.
    (answer) => answer.url().endsWith("/SaveDraft") && answer.request().postDataBuffer()?.includes(words) !== false,
  );

/** Sends a first message to the nurses, and comes to the page that says so; by hand it is written in tests that are about that. */
export async function send(page: Page, about: string, text: string): Promise<string> {
  const conversation = await startConversation(page.context().request, about, text);
  await page.goto(`${residentUrl}/fi/inbox/conversation/${conversation}/message-sent`);
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
  return conversation;
}

/** A resident who has written to the nurses, in the conversation. */
export async function inConversation(name: string, about: string, text: string, options: Options = {}): Promise<Visit> {
  const own = await enter(residentUrl, name, options);
  const conversation = await startConversation(own.context.request, about, text);
  await own.page.goto(`${residentUrl}/fi/inbox/conversation/${conversation}/messages`);
  await own.page.getByRole("heading", { level: 1, name: about }).waitFor();
  return own;
}

/** A resident has written to the nurses, each message of another topic, and left. */
export async function wrote(name: string, ...messages: readonly (readonly [about: string, text: string])[]) {
  const { context } = await enter(residentUrl, name, {});
  for (const [about, text] of messages) await startConversation(context.request, about, text);
  await context.close();
}

/** By hand, from the form on, and comes to the page that says so. */
export async function sendByHand(page: Page, about: string, text: string): Promise<void> {
  await openForm(page);
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await page.getByRole("textbox", { name: /Viesti/ }).fill(text);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("button", { name: "Lähetä heti" }).click();
  await page.getByRole("heading", { name: "Viesti lähetetty" }).waitFor();
}

/** Writes into the conversation that a page shows, with none of the time in which people can take it back. */
export async function reply(page: Page, text: string): Promise<void> {
  const { origin, pathname, searchParams } = new URL(page.url());
  const conversation = searchParams.get("conversation") ?? /conversation\/([^/]+)/.exec(pathname)?.[1];
  if (!conversation) throw new Error(`${pathname} shows no conversation`);
  await writeMessage(page.context().request, origin, conversation, text);
}

/** Opens a task of the inbox by its topic. */
export async function open(page: Page, about: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(about) }).click();
  await page.getByRole("heading", { name: about, level: 2 }).waitFor();
}

/** Opens a colleague's task by its topic, and says yes to the question. */
export async function openColleagues(page: Page, about: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(about) }).click();
  await page.getByRole("button", { name: "Avaa tehtävä" }).click();
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
