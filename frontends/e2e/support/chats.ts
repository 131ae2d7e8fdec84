/** Chat as its tests go through it: the way into a line, the room behind it, and the professionals' side. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violations } from "./axe";
import { nurse } from "./people";
import { practitionerUrl, residentUrl } from "./stack";

export const residentChat = `${residentUrl}/fi/chat`;
const nurseChat = `${practitionerUrl}/fi/chat`;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
/** Also what only those hear who do not see the page. */
export const told = (page: Page, words: RegExp | string) =>
  page.getByRole("status").filter({ hasText: words }).first().waitFor();
export const reads = (page: Page, words: RegExp | string) => page.getByRole("main").getByText(words).first().waitFor();
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const field = (page: Page) => page.getByRole("textbox", { name: /^Viesti/ });
export const thread = (page: Page) => page.getByRole("log");
/** It stands in the thread. */
export const said = (page: Page, words: string) => thread(page).getByText(words).waitFor();
export const dialog = (page: Page) => page.getByRole("alertdialog");

/** Nothing is wrong with the page, and nothing of it stands beside the window. */
export async function isWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

/** The way into a line, among the queues that are offered. */
export const wayIn = (page: Page, queue: string) =>
  page
    .getByRole("list", { name: "Chat-jonot" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2, name: queue }) })
    .getByRole("button", { name: "Liity jonoon" });

export const inLine = (page: Page, queue: string) => page.getByRole("heading", { level: 1, name: queue }).waitFor();

export async function join(page: Page, queue: string): Promise<void> {
  await page.goto(residentChat);
  await wayIn(page, queue).click();
  await inLine(page, queue);
}

/** Says so after having read what it means not to be signed in. */
export async function joinAsVisitor(page: Page): Promise<void> {
  const told = page.getByRole("dialog", { name: "Liity jonoon kirjautumatta" });
  await told.getByRole("button", { name: "Liity jonoon", exact: true }).click();
}

/** Presses a button, and the one of the same name in the question that it asks. */
export async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await dialog(page).getByRole("button", { name, exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** A nurse of Lehtola, where those are shown who wait. */
export async function atChat(name: string) {
  const own = await nurse(name);
  await own.page.goto(nurseChat);
  await own.page.getByRole("heading", { level: 2, name: "Odottavat" }).waitFor();
  return own;
}

/** Who waits in a queue. */
export const waiting = (page: Page, queue: string) =>
  page.getByRole("list", { name: "Odottavat" }).getByRole("link").filter({ hasText: queue });

/** The customer that is open beside the lists. */
export const customer = (page: Page, name: RegExp | string) => page.getByRole("heading", { level: 2, name }).waitFor();

/** Of all queues a professional takes the next one from this one alone. */
export async function takeFrom(page: Page, queue: string): Promise<void> {
  await page.getByRole("button", { name: /^Jonot, joista otat/ }).click();
  const queues = page.getByRole("group", { name: "Jonot, joista otat seuraavan" }).locator("label");
  for (const other of await queues.filter({ hasNotText: queue }).all()) await other.click();
  await page.getByRole("button", { name: /^Jonot, joista otat \(1\// }).waitFor();
}
