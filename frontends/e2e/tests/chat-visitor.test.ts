/** Chat for those who are not signed in: a visit holds their place and their chat, until they end it or sign in. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { ChatPlaceService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/place_pb";
import { closeBrowser, visit } from "../support/browser";
import { newQueue } from "../support/chat-queues";
import {
  atChat,
  button,
  confirm,
  customer,
  field,
  inLine,
  isWell,
  joinAsVisitor,
  reads,
  residentChat,
  said,
  thread,
  told,
  waiting,
  wayIn,
} from "../support/chats";
import { signIn } from "../support/http";
import { resident } from "../support/people";
import { acceptNewTerms, call } from "../support/rpc";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** What professionals read in place of a name. */
const unidentified = /^Tunnistautumaton asiakas \d+$/;

async function join(page: Page, queue: string): Promise<void> {
  await page.goto(residentChat);
  await wayIn(page, queue).click();
  await joinAsVisitor(page);
  await inLine(page, queue);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

it("CHA-04 somebody who is not signed in joins, sees that they are next, reloads and keeps the place, is accepted, writes and is answered, and reads it afterwards", {
  timeout: 180_000,
}, async () => {
  const { name: queue } = await newQueue("Kävijöiden jono", "everybody");
  const { page, context } = await visit({ width: 360 });
  await page.goto(residentChat);
  await wayIn(page, queue).waitFor();
  await isWell(page);
  await wayIn(page, queue).click();
  await page.getByText("Ammattilainen ei tiedä, kuka olet").waitFor();
  await isWell(page);
  await joinAsVisitor(page);
  await inLine(page, queue);
  await reads(page, "Olet seuraava");
  await isWell(page);
  await page.reload();
  await inLine(page, queue);
  await reads(page, "Olet seuraava");
  const address = page.url();

  const liisa = await atChat("Liisa");
  await waiting(liisa.page, queue).click();
  await customer(liisa.page, unidentified);
  await reads(liisa.page, "Asiakas ei ole tunnistautunut");
  expect(await liisa.page.getByRole("main").getByText("Henkilötunnus").count()).toBe(0);
  expect(await button(liisa.page, "Avaa potilaan sivu").count()).toBe(0);
  await isWell(liisa.page);
  await button(liisa.page, "Ota keskusteluun").click();
  await told(liisa.page, "Keskustelu alkoi.");

  // They are told without loading anything anew.
  await told(page, "Vuorosi tuli. Voit kirjoittaa nyt.");
  await reads(page, "Kanssasi keskustelee Liisa Virtanen.");
  await field(page).fill("Minua pelottaa, en tiedä miksi.");
  await button(page, "Lähetä").click();
  await said(liisa.page, "Minua pelottaa");
  await thread(liisa.page)
    .getByRole("article", { name: /Tunnistautumaton asiakas \d+/ })
    .waitFor();
  await field(liisa.page).fill("Hyvä, että kirjoitit. Kerro lisää.");
  await field(liisa.page).press("Enter");
  await said(page, "Hyvä, että kirjoitit.");
  // Files go to nobody, and come from nobody, whom one does not know.
  for (const at of [page, liisa.page]) expect(await button(at, "Lisää liite").count()).toBe(0);
  await isWell(page);
  await isWell(liisa.page);

  await confirm(liisa.page, "Päätä chat");
  await reads(liisa.page, "Ammattilainen lopetti keskustelun.");
  await reads(page, /^Liisa Virtanen päätti keskustelun/);
  await page.reload();
  for (const words of ["Minua pelottaa", "Hyvä, että kirjoitit."]) await said(page, words);
  expect(await field(page).count()).toBe(0);
  await isWell(page);
  // Whoever uses the device next finds nothing of it.
  await confirm(page, "Poista keskustelu tältä laitteelta");
  await heading(page, "Chat");
  await page.goto(address);
  await heading(page, "Kirjaudu sisään");
  await Promise.all([context.close(), liisa.context.close()]);
});

it("CHA-04 who signs in while they wait keeps the place and the chat", {
  timeout: 180_000,
}, async () => {
  const { name: queue } = await newQueue("Tunnistautuvien jono", "everybody");
  const [first, second] = [await visit(), await visit()];
  await join(first.page, queue);
  await reads(first.page, "Olet seuraava");
  await join(second.page, queue);
  await reads(second.page, "Edelläsi on 1 henkilö");
  const address = second.page.url();
  const liisa = await atChat("Liisa");
  await waiting(liisa.page, queue).nth(1).click();
  await customer(liisa.page, unidentified);

  await signIn(second.context.request, residentUrl, "Eino");
  await acceptNewTerms(second.context.request);
  await second.page.reload();
  await inLine(second.page, queue);
  await reads(second.page, "Edelläsi on 1 henkilö");
  expect(second.page.url()).toBe(address);
  // The nurse sees who it is, and loads nothing anew.
  await customer(liisa.page, "Eino Saarinen");
  await waiting(liisa.page, queue).nth(1).filter({ hasText: "Eino Saarinen" }).waitFor();
  expect(await waiting(liisa.page, queue).count()).toBe(2);

  // In the line they stand where they stood.
  await confirm(first.page, "Poistu jonosta");
  await reads(first.page, "Poistuit jonosta.");
  await reads(second.page, "Olet seuraava");
  await button(liisa.page, "Ota keskusteluun").click();
  await told(second.page, "Vuorosi tuli. Voit kirjoittaa nyt.");
  await field(second.page).fill("Kirjauduin sisään odottaessani.");
  await button(second.page, "Lähetä").click();
  for (const { page } of [second, liisa]) {
    await said(page, "Kirjauduin sisään odottaessani.");
    await button(page, "Lisää liite").waitFor();
  }

  // It is theirs in any browser.
  const phone = await resident("Eino", { width: 360 });
  await phone.page.goto(address);
  await said(phone.page, "Kirjauduin sisään odottaessani.");
  await confirm(phone.page, "Päätä chat");
  await reads(liisa.page, "Asiakas lopetti keskustelun.");
  for (const { context } of [first, second, phone, liisa]) await context.close();
});

it("CHA-04 queues of identified users are not joined by visitors, and another browser does not find the chat", {
  timeout: 120_000,
}, async () => {
  const forResidents = await newQueue("Tunnistautuneiden jono");
  const forAll = await newQueue("Kaikkien jono", "everybody");
  const own = await visit();
  await join(own.page, forAll.name);
  await reads(own.page, "Olet seuraava");
  const address = own.page.url();
  await own.page.goto(residentChat);
  await own.page.getByRole("heading", { level: 2, name: `Olet jonossa: ${forAll.name}` }).waitFor();
  expect(await wayIn(own.page, forResidents.name).count()).toBe(0);
  // Also for whoever knows its address such a queue does not exist.
  const { joinChatQueue } = ChatPlaceService.method;
  const { chatQueueId } = forResidents;
  await expect(call(own.context.request, residentUrl, joinChatQueue, { chatQueueId })).rejects.toThrow(
    "with the status 5:",
  );

  // Who is nobody is asked to sign in; another visitor, and a resident, find no such page.
  const other = await visit();
  await other.page.goto(address);
  await heading(other.page, "Kirjaudu sisään");
  await join(other.page, forAll.name);
  await reads(other.page, "Edelläsi on 1 henkilö");
  const aino = await resident("Aino");
  for (const { page } of [other, aino]) {
    await page.goto(address);
    await heading(page, "Sivua ei löydy");
  }
  await own.page.goto(address);
  await reads(own.page, "Olet seuraava");
  for (const { context } of [own, other, aino]) await context.close();
});
