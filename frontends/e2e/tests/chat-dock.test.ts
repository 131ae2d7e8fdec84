/** A chat that goes on beside other pages: the place in the line, and the way back to it, wherever one reads. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { acceptChat, endChat, writeInChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import { confirm, field, inLine, isWell, join, reads, said } from "../support/chats";
import { nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** What is told of a queue: there may be others of the same person. */
const line = (page: Page, queue: string) =>
  page.getByRole("region", { name: "Oma chat" }).getByRole("listitem").filter({ hasText: queue });
/** It can be read, and is not only told aloud. */
const shows = (page: Page, queue: string, words: string) =>
  line(page, queue).getByRole("paragraph").filter({ hasText: words }).waitFor();
const tells = (page: Page, queue: string, words: string) =>
  line(page, queue).getByRole("status").filter({ hasText: words }).waitFor({ state: "attached" });
const goBack = (page: Page, queue: string, name: string) => line(page, queue).getByRole("link", { name }).click();

async function toInbox(page: Page): Promise<void> {
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("heading", { level: 1, name: "Viestit" }).waitFor();
}

/** Links and buttons of the page of which something lies behind what goes on, when they have the focus. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const over = document.querySelector("section[aria-label='Oma chat']");
    const stops = [...document.querySelectorAll<HTMLElement>("main a[href], main button, footer a[href]")];
    return stops
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        element.focus();
        return element.getBoundingClientRect().bottom > (over?.getBoundingClientRect().top ?? 0);
      })
      .map(({ textContent }) => textContent);
  });

it("CHA-06 who waits reads other pages meanwhile, sees there how the line moves, is told of the acceptance and of what is written, and goes back", {
  timeout: 180_000,
}, async () => {
  const { name: queue } = await newQueue("Sivussa kulkeva jono");
  const [nils, eino] = [await resident("Nils"), await resident("Eino", { width: 360 })];
  await join(nils.page, queue);
  await reads(nils.page, "Olet seuraava");
  const { page } = eino;
  await join(page, queue);
  await reads(page, "Edelläsi on 1 henkilö");
  const address = page.url();
  const chatId = address.slice(address.lastIndexOf("/") + 1);
  expect(await line(page, queue).count()).toBe(0);

  // The place is kept, and seen to move, on another page.
  await toInbox(page);
  await shows(page, queue, "Edelläsi on 1 henkilö");
  await isWell(page);
  expect(await covered(page)).toEqual([]);
  await confirm(nils.page, "Poistu jonosta");
  await reads(nils.page, "Poistuit jonosta.");
  await nils.context.close();
  await shows(page, queue, "Olet seuraava");
  await tells(page, queue, "Olet seuraava");
  await goBack(page, queue, "Palaa jonoon");
  await inLine(page, queue);
  expect(page.url()).toBe(address);
  await line(page, queue).waitFor({ state: "detached" });

  // Accepted while they read, they are told, and go back by the link.
  await toInbox(page);
  await shows(page, queue, "Olet seuraava");
  const liisa = await nurse("Liisa");
  await acceptChat(liisa.context.request, chatId);
  await shows(page, queue, "Sinut on otettu vastaan");
  await tells(page, queue, "Sinut on otettu vastaan");
  await isWell(page);
  await goBack(page, queue, "Palaa keskusteluun");
  await field(page).waitFor();
  expect(page.url()).toBe(address);

  // What is written while they read is told, and read in the chat.
  await toInbox(page);
  await shows(page, queue, "Keskustelu on käynnissä");
  await isWell(page);
  await writeInChat(liisa.context.request, practitionerUrl, chatId, "Hei, miten voin auttaa?");
  await shows(page, queue, "Uusi viesti");
  await tells(page, queue, "Uusi viesti");
  await isWell(page);
  expect(await covered(page)).toEqual([]);
  await goBack(page, queue, "Palaa keskusteluun");
  await said(page, "Hei, miten voin auttaa?");
  await toInbox(page);
  await shows(page, queue, "Keskustelu on käynnissä");

  await endChat(liisa.context.request, practitionerUrl, chatId);
  await line(page, queue).waitFor({ state: "detached" });
  await Promise.all([eino.context.close(), liisa.context.close()]);
});
