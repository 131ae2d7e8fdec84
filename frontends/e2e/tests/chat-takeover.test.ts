// @module-tag long: waits for the two minutes after which nothing is heard of a professional any more
/** A professional looks at other pages while a chat goes on, then vanishes: a colleague goes on with it, and all three are told. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { beginChat, writeInChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import { atChat, button, customer, field, isWell, reads, said, thread, told } from "../support/chats";
import { nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Two minutes, and what passes until the server looks. */
const vanishedMs = 240_000;

/** What was missed without a connection is asked for at the latest 40 seconds after there is one. */
const knowsAgainMs = 90_000;

const menu = (page: Page, name: RegExp | string) =>
  page.getByRole("navigation", { name: "Päävalikko" }).getByRole("link", { name });
const wayToChat = (page: Page) => menu(page, /^Chat/);

/** Chats of a queue of whose professional nothing is heard. */
const unattended = (page: Page, queue: string) =>
  page.getByRole("list", { name: "Ilman ammattilaista" }).getByRole("listitem").filter({ hasText: queue });

it("CHA-06 a chat is not forgotten on other pages, and a colleague takes it over from a nurse of whom nothing is heard", {
  timeout: 480_000,
}, async () => {
  const { name: queue, chatQueueId } = await newQueue("Kadonneen jono");
  const [eino, liisa] = [await resident("Eino", { width: 360 }), await nurse("Liisa")];
  const chatId = await beginChat(eino.context.request, liisa.context.request, chatQueueId);
  await eino.page.goto(`${residentUrl}/fi/chat/${chatId}`);
  await liisa.page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  for (const { page } of [eino, liisa]) await field(page).waitFor();

  // On another page she sees that it goes on, and hears that Eino writes.
  await menu(liisa.page, "Etätyöpöytä").click();
  await expect.poll(() => wayToChat(liisa.page).textContent()).toMatch(/keskustelua? käynnissä/);
  await writeInChat(eino.context.request, residentUrl, chatId, "Oletko vielä siellä?");
  await told(liisa.page, "Uusi viesti chatissa");
  await expect.poll(() => wayToChat(liisa.page).textContent()).toMatch(/odottaa vastausta/);
  await isWell(liisa.page);
  await wayToChat(liisa.page).click();
  await liisa.page.getByRole("list", { name: "Omat keskustelut" }).getByRole("link").filter({ hasText: queue }).click();
  await said(liisa.page, "Oletko vielä siellä?");

  const pekka = await atChat("Pekka");
  expect(await unattended(pekka.page, queue).count()).toBe(0);
  await field(liisa.page).fill("Hetkinen vielä.");
  await liisa.context.setOffline(true);
  await unattended(pekka.page, queue).waitFor({ timeout: vanishedMs });
  await unattended(pekka.page, queue).getByText("Keskustelua hoiti Liisa Virtanen").waitFor();
  await isWell(pekka.page);
  await unattended(pekka.page, queue)
    .getByRole("button", { name: /^Ota keskustelu hoitaaksesi/ })
    .click();
  await told(pekka.page, "Otit keskustelun hoitaaksesi.");
  await customer(pekka.page, "Eino Saarinen");
  await expect.poll(() => field(pekka.page).evaluate((box) => box === document.activeElement)).toBe(true);
  await unattended(pekka.page, queue).waitFor({ state: "detached" });
  await said(pekka.page, "Oletko vielä siellä?");
  await isWell(pekka.page);

  await reads(eino.page, "Kanssasi keskustelee Pekka Rantala.");
  await field(pekka.page).fill("Jatkan Liisan puolesta.");
  await button(pekka.page, "Lähetä").click();
  await said(eino.page, "Jatkan Liisan puolesta.");
  await isWell(eino.page);

  // She comes back, and is told; what she has not sent is hers to read.
  await liisa.context.setOffline(false);
  await liisa.page
    .getByRole("main")
    .getByText("Kollega on ottanut keskustelun hoitaakseen.")
    .waitFor({ timeout: knowsAgainMs });
  expect(await thread(liisa.page).count()).toBe(0);
  const unsent = liisa.page.getByRole("textbox", { name: "Kirjoitit tämän, mutta sitä ei lähetetty" });
  expect(await unsent.inputValue()).toBe("Hetkinen vielä.");
  await isWell(liisa.page);
  await Promise.all([eino.context.close(), liisa.context.close(), pekka.context.close()]);
});
