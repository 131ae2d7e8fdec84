// @module-tag long: takes the connection away while a page is at work
/** What a page does when a part of the app cannot be fetched: nothing that was typed is lost from sight, and nothing is said to be broken. */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { intercept } from "../support/intercept";
import { inConversation, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const unreached = "Palveluun ei saada yhteyttä. Yritä hetken kuluttua uudelleen.";
const field = (page: Page) => page.getByRole("textbox", { name: "Vastaus" });
const mark = (page: Page) => page.getByRole("button", { name: "Merkitse tehdyksi" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Merkitse tehdyksi" });
const told = (page: Page) => page.getByRole("status").getByText(unreached);

/** Takes the connection away or gives it back, and waits until the page knows: until then it would ask, and remember for good that there was no answer. */
async function connected(page: Page, context: BrowserContext, there: boolean): Promise<void> {
  await context.setOffline(!there);
  await page.waitForFunction((wanted) => window.navigator.onLine === wanted, there);
}

/** Aino, who has half written an answer in a conversation of her own. */
async function answering(text: string) {
  const { page, context } = await inConversation("Aino", topic("Yhteys"), "Ensimmäinen");
  await field(page).fill(text);
  return { page, context };
}

it("tells in passing that a dialog cannot be had, keeps the page, and has it when there is a connection", async () => {
  const { page, context } = await answering("Puolivalmis");
  await connected(page, context, false);
  await mark(page).click();
  await told(page).waitFor();
  expect(await field(page).inputValue()).toBe("Puolivalmis");
  expect(await page.getByText("Odottamaton virhe").count()).toBe(0);
  await connected(page, context, true);
  await mark(page).click();
  await question(page).waitFor();
  expect(await field(page).inputValue()).toBe("Puolivalmis");
  await context.close();
});

it("has a dialog after a connection that was there in name alone, by loading the page anew with what was typed", async () => {
  const { page, context } = await answering("Säilyvä");
  const connect = await intercept(page, "**/*", (route) => route.abort());
  await mark(page).click();
  await told(page).waitFor();
  await connect();
  // The browser remembers that it could not fetch it.
  const loaded = page.waitForEvent("load");
  await mark(page).click();
  await loaded;
  await expect.poll(() => field(page).inputValue()).toBe("Säilyvä");
  await mark(page).click();
  await question(page).waitFor();
  await context.close();
});

it("says of a page that cannot be fetched that the service cannot be reached, and opens it when it can", async () => {
  const { page, context } = await resident("Aino");
  await page.goto(`${residentUrl}/fi/`);
  const services = page.getByRole("region", { name: "Muut palvelut" });
  await services.waitFor();
  await connected(page, context, false);
  const title = page.getByRole("heading", { level: 1, name: "Sivua ei voitu avata" });
  for (const [name, path] of [
    ["Tapahtumat", /\/events$/],
    ["Viestit", /\/inbox$/],
  ] as const) {
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(path);
    await title.waitFor();
  }
  await page.getByRole("alert").getByText(unreached).waitFor();
  expect(await page.getByText(/Virhekoodi|Odottamaton/).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  const asked = page.waitForEvent("requestfailed", (request) => request.method() === "HEAD");
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await asked;
  await title.waitFor();
  await connected(page, context, true);
  await page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();

  // Asked for by hand, where the browser notices nothing.
  const connect = await intercept(page, "**/*", (route) => route.abort());
  await page.getByRole("link", { name: "Tapahtumat", exact: true }).first().click();
  await title.waitFor();
  await connect();
  await page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await page.getByRole("heading", { level: 1, name: "Tapahtumat" }).waitFor();
  await context.close();
});
