/** Summaries of chats: a model drafts one when the professional asks, who checks it and answers for it; where they are off, nothing is sent. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { ChatSummaryService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_summary_pb";
import { closeBrowser } from "../support/browser";
import { beginChat, endChat, writeInChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import { confirm, isWell, said, thread } from "../support/chats";
import { control } from "../support/faults";
import { nurse, resident } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";
import { askedAbout, ownWord } from "../support/summaries";

afterAll(closeBrowser);

const summary = (page: Page) => page.getByRole("region", { name: "Yhteenveto", exact: true });
const reads = (page: Page, words: string) => summary(page).getByText(words, { exact: true }).first().waitFor();
const way = (page: Page, name: string) => summary(page).getByRole("button", { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** What the two say of themselves, which nobody else reads. */
const identifying = ["Eino", "Saarinen", "Liisa", "Virtanen", "121275-933V", "765 4321", "eino.saarinen"];

/** Eino has told Liisa what is wrong, and who he is; she has the chat open. */
async function inChat(summaryEnabled: boolean) {
  const word = ownWord("Migreeni");
  const complaint = `${word} alkoi eilen illalla.`;
  const { chatQueueId } = await newQueue("Kirjattavien jono", "signedIn", { summaryEnabled });
  const [eino, liisa] = [await resident("Eino", { width: 360 }), await nurse("Liisa")];
  const chatId = await beginChat(eino.context.request, liisa.context.request, chatQueueId);
  const introduction = "Olen Eino Saarinen, 121275-933V, 040 765 4321, eino.saarinen@posti.example.";
  for (const text of [complaint, introduction]) {
    await writeInChat(eino.context.request, residentUrl, chatId, text);
  }
  await writeInChat(liisa.context.request, practitionerUrl, chatId, "Lepää hämärässä. Terveisin Liisa Virtanen");
  await liisa.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: practitionerUrl });
  const { page } = liisa;
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/GetChatSummary"));
  await page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  await Promise.all([said(page, complaint), answered]);
  return { eino, liisa, chatId, word, complaint };
}

it("CHA-10 a nurse has a chat summarised, sees what each sentence stands on, edits it, accepts and copies it, and clears it; no name or code is sent", {
  timeout: 240_000,
}, async () => {
  const { eino, liisa, chatId, word, complaint } = await inChat(true);
  const { page } = liisa;
  await way(page, "Luo yhteenveto").click();
  await reads(page, complaint);
  await reads(page, "Tekoälyn tekemä, tarkista ennen käyttöä");
  const asked = await askedAbout(word);
  expect(asked).toHaveLength(1);
  for (const known of identifying) expect(asked[0]).not.toContain(known);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await isWell(page);
  }
  // From a sentence she comes to what it stands on.
  await summary(page)
    .getByRole("listitem")
    .filter({ hasText: complaint })
    .getByRole("button", { name: "Näytä viesti 1", exact: true })
    .click();
  const message = thread(page).locator("[data-message]").filter({ hasText: complaint });
  await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);

  // Accepted as the model made it, and anew once it says something else.
  await way(page, "Hyväksy ja kopioi").click();
  await reads(page, "Hyväksytty");
  await expect.poll(() => copied(page)).toContain(complaint);
  const own = `${word} eilisillasta alkaen. Sovittu lepo ja soitto huomenna.`;
  await way(page, "Muokkaa").click();
  await summary(page)
    .getByRole("textbox", { name: /^Yhteenvedon teksti/ })
    .fill(own);
  await isWell(page);
  await way(page, "Tallenna").click();
  await reads(page, own);
  await reads(page, "Tekoälyn tekemä ja ammattilaisen muokkaama, tarkista ennen käyttöä");
  await summary(page).getByText("Hyväksytty", { exact: true }).waitFor({ state: "detached" });
  await way(page, "Hyväksy ja kopioi").click();
  await reads(page, "Hyväksytty");
  await expect.poll(() => copied(page)).toBe(own);

  // It is there when the chat is over, and for her alone.
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await page.reload();
  await reads(page, own);
  await reads(page, "Hyväksytty");
  await isWell(page);
  await eino.page.goto(`${residentUrl}/fi/chat/${chatId}`);
  await said(eino.page, complaint);
  for (const words of ["Yhteenveto", own]) expect(await eino.page.getByText(words).count()).toBe(0);

  await confirm(page, "Tyhjennä");
  await way(page, "Luo yhteenveto").waitFor();
  await page.reload();
  await way(page, "Luo yhteenveto").waitFor();
  expect(await page.getByText(own).count()).toBe(0);
  expect(await askedAbout(word)).toHaveLength(1);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

it("CHA-10 a nurse is told when no summary could be made or copied, sees which sentence is in no message, and rejects it", {
  timeout: 180_000,
}, async () => {
  const { eino, liisa, word, complaint } = await inChat(true);
  const { page } = liisa;
  try {
    await control("summary_fails");
    await way(page, "Luo yhteenveto").click();
    await reads(page, "Yhteenvetoa ei voitu tehdä: kielimalli ei vastannut.");
    await isWell(page);
    await control("summary_invents");
    await way(page, "Yritä uudelleen").click();
    await reads(page, complaint);
  } finally {
    await control("none");
  }
  const marked = summary(page).getByRole("listitem").filter({ hasText: "Tarkista: ei löydy viesteistä" });
  expect(await marked.count()).toBe(1);
  await marked.getByText("Asiakas varasi ajan hammaslääkärille.").waitFor();
  await isWell(page);

  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("no")) });
  });
  await way(page, "Hyväksy ja kopioi").click();
  await page.getByText("Yhteenveto on hyväksytty, mutta kopiointi leikepöydälle ei onnistunut.").first().waitFor();
  await reads(page, "Hyväksytty");
  await way(page, "Hylkää").click();
  await reads(page, "Yhteenveto on hylätty, eikä sitä voi enää lukea.");
  await way(page, "Luo uusi yhteenveto").waitFor();
  expect(await summary(page).getByText(complaint).count()).toBe(0);
  await isWell(page);
  // Twice in vain, and once.
  expect(await askedAbout(word)).toHaveLength(3);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

it("CHA-10 in a queue without summaries none is offered, and nothing of the chat is sent anywhere", {
  timeout: 120_000,
}, async () => {
  const { eino, liisa, chatId, word } = await inChat(false);
  await isWell(liisa.page);
  expect(await summary(liisa.page).count()).toBe(0);
  const { requestChatSummary } = ChatSummaryService.method;
  const attempt = call(liisa.context.request, practitionerUrl, requestChatSummary, { chatId });
  await expect(attempt).rejects.toThrow("with the status 9:");
  await endChat(liisa.context.request, practitionerUrl, chatId);
  expect(await askedAbout(word)).toEqual([]);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});
