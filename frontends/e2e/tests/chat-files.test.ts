/** Files that go both ways in a chat, phrases beside them, and their names in the text of a chat that is over. */
import { readFile } from "node:fs/promises";
import type { Download, Page } from "playwright-core";
import { PNG } from "pngjs";
import { afterAll, expect, it } from "vitest";
import { PhraseService } from "../../shared/src/rpc/gen/kajo/conversations/v1/phrase_pb";
import { closeBrowser } from "../support/browser";
import { beginChat, endChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import { button, field, isWell, said, thread } from "../support/chats";
import { nurse, png, resident, topic } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** Chooses a picture to go along, and waits until it may be given out. */
async function attach(page: Page, name: string): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button(page, "Lisää liite").click()]);
  await chooser.setFiles({ name, mimeType: "image/png", buffer: png });
  await page.getByRole("listitem").filter({ hasText: name }).getByText("Tarkistettu").waitFor();
}

/** In the thread, as it is pressed to fetch it. */
const file = (page: Page, name: string) =>
  thread(page).getByRole("list", { name: "Liitteet" }).getByRole("button", { name });

async function fetched(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), file(page, name).click()]);
  expect(download.suggestedFilename()).toBe(name);
  return download;
}

it("CHA-06 files go both ways in a chat, with words and without, and their names stand in its text", {
  timeout: 180_000,
}, async () => {
  const { chatQueueId } = await newQueue("Liitteiden jono");
  const [eino, liisa] = [await resident("Eino", { width: 360 }), await nurse("Liisa")];
  const title = topic("Rasvaus");
  const phrase = { title, text: "Rasvaa iho kahdesti päivässä." };
  const { phraseId } = await call(liisa.context.request, practitionerUrl, PhraseService.method.savePhrase, phrase);
  const chatId = await beginChat(eino.context.request, liisa.context.request, chatQueueId);
  await eino.page.goto(`${residentUrl}/fi/chat/${chatId}`);
  await liisa.page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  for (const { page } of [eino, liisa]) await field(page).waitFor();

  // Without a word, and without loading anything anew.
  await attach(eino.page, "ihottuma.png");
  await isWell(eino.page);
  await button(eino.page, "Lähetä").click();
  for (const { page } of [eino, liisa]) {
    await file(page, "ihottuma.png").waitFor();
    await thread(page).getByRole("img", { name: "Pieni kuva tiedostosta ihottuma.png" }).waitFor();
  }
  // Drawn anew from its pixels.
  const sent = await (await fetched(liisa.page, "ihottuma.png")).path();
  expect(PNG.sync.read(await readFile(sent)).data).toEqual(PNG.sync.read(png).data);
  // Beside the field nothing is left of it.
  expect(await eino.page.getByRole("button", { name: "Poista liite ihottuma.png" }).count()).toBe(0);

  await field(liisa.page).fill("Kiitos kuvasta.");
  await button(liisa.page, "Omat lauseet").click();
  const library = liisa.page.getByRole("dialog", { name: "Omat lauseet" });
  await library.getByRole("button", { name: `Lisää viestiin ${title}` }).click();
  await library.waitFor({ state: "detached" });
  const words = "Kiitos kuvasta. Rasvaa iho kahdesti päivässä.";
  await expect.poll(() => field(liisa.page).inputValue()).toBe(words);
  await attach(liisa.page, "ohje.png");
  await isWell(liisa.page);
  await button(liisa.page, "Lähetä").click();
  await said(eino.page, words);
  await file(eino.page, "ohje.png").waitFor();

  for (const { page } of [eino, liisa]) {
    await page.reload();
    await said(page, words);
    for (const name of ["ihottuma.png", "ohje.png"]) await file(page, name).waitFor();
    await isWell(page);
  }
  await call(liisa.context.request, practitionerUrl, PhraseService.method.removePhrase, { phraseId });
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await liisa.context.close();

  // Over, it takes no more files along, and gives out those that it has.
  const { page, context } = eino;
  await page.getByRole("heading", { level: 2, name: "Miten keskustelu sujui?" }).waitFor();
  await fetched(page, "ohje.png");
  expect(await button(page, "Lisää liite").count()).toBe(0);
  await page.getByRole("link", { name: "Avaa keskustelun teksti" }).click();
  await page.getByRole("heading", { level: 1, name: "Keskustelun teksti" }).waitFor();
  const shown = (name: string) => page.getByRole("main").getByText(name).filter({ visible: true }).first().waitFor();
  for (const name of ["ihottuma.png", "ohje.png"]) await shown(name);
  await isWell(page);
  await page.emulateMedia({ media: "print" });
  for (const name of ["ihottuma.png", "ohje.png"]) await shown(name);
  await context.close();
});
