// @module-tag long: how soon a page asks, which nobody sees but who waits
/** What a page waits for is asked for while its code is still on its way. */
import type { Page, Route } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { intercept } from "../support/intercept";
import { newcomer, nurse, resident, send, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Keeps the code of a page from coming, and tells how often a call was made. */
async function held(page: Page, code: string, call: string) {
  const waiting: Route[] = [];
  let calls = 0;
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(`/${call}`)) calls += 1;
  });
  await intercept(page, `**/assets/${code}-*.js`, (route) => {
    asked += 1;
    waiting.push(route);
  });
  return {
    calls: () => calls,
    asked: () => asked,
    release: () => Promise.all(waiting.splice(0).map((route) => route.continue())),
  };
}

it("asks for a conversation before the code of its page has come, and not before somebody goes there", async () => {
  const { context, page } = await resident("Eino");
  const about = topic("Ennen koodia");
  await send(page, about, "Kysyn vain.");
  await page.goto(`${residentUrl}/fi/inbox`);
  const row = page.getByRole("link", { name: about });
  await row.waitFor();
  const conversation = await held(page, "ConversationPage", "GetConversation");
  await row.hover();
  await expect.poll(conversation.asked).toBe(1);
  expect(conversation.calls()).toBe(0);
  await row.click();
  await expect.poll(conversation.calls).toBe(1);
  await conversation.release();
  await page.getByRole("heading", { level: 1, name: about }).waitFor();
  await page.getByText("Kysyn vain.").waitFor();
  expect(conversation.calls()).toBe(1);
  await context.close();
});

it("asks for the messages of who opens their page by its address before its code has come", async () => {
  const { context, page } = await newcomer("Eino");
  const inbox = await held(page, "InboxPage", "ListMyConversations");
  const opened = page.goto(`${residentUrl}/fi/inbox`);
  await expect.poll(inbox.calls).toBe(1);
  await inbox.release();
  await opened;
  await page.getByRole("list", { name: "Omat keskustelut" }).waitFor();
  expect(inbox.calls()).toBe(1);
  await context.close();
});

it("asks for the tasks of professionals before the code of the inbox has come", async () => {
  const { context, page } = await nurse("Liisa");
  await page.goto(`${practitionerUrl}/fi/settings`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const inbox = await held(page, "InboxPage", "ListTasks");
  await page.getByRole("link", { name: "Tehtävät" }).first().click();
  await expect.poll(inbox.calls).toBe(1);
  await inbox.release();
  await page.getByRole("list", { name: "Tehtävälista" }).waitFor();
  expect(inbox.calls()).toBe(1);
  await context.close();
});
