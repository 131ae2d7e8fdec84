/** A chat that feels live, and stays readable: who writes, how far each side has read, its text, and how it was. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { beginChat, endChat, writeInChat } from "../support/chat-calls";
import { newQueue } from "../support/chat-queues";
import { button, field, isWell, said, thread } from "../support/chats";
import { nurse, resident } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const writing = (page: Page, name: string) => page.getByText(`${name} kirjoittaa…`, { exact: true });
/** How far the newest own message has come. */
const reached = (page: Page, words: string) =>
  thread(page).locator("[aria-live=off]").getByText(words, { exact: true }).waitFor();

/** Eino, whom Liisa has accepted from a queue of its own. */
async function inChat(words: string, width: number) {
  const { name, chatQueueId } = await newQueue(words);
  const [eino, liisa] = [await resident("Eino", { width }), await nurse("Liisa")];
  const chatId = await beginChat(eino.context.request, liisa.context.request, chatQueueId);
  return { eino, liisa, chatId, name };
}

async function send(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await button(page, "Lähetä").click();
}

/** Whoever has the page looks at another one, or comes back to it. */
const look = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

it("CHA-06 each sees that the other one writes, and how far they have read", { timeout: 120_000 }, async () => {
  const { eino, liisa, chatId } = await inChat("Elävä jono", 360);
  await eino.page.goto(`${residentUrl}/fi/chat/${chatId}`);
  await liisa.page.goto(`${practitionerUrl}/fi/chat/${chatId}`);
  for (const { page } of [eino, liisa]) await field(page).waitFor();

  await send(liisa.page, "Hei, miten voin auttaa?");
  await said(eino.page, "Hei, miten voin auttaa?");
  await reached(liisa.page, "Nähty");
  await send(eino.page, "Lääkkeeni loppuu.");
  await said(liisa.page, "Lääkkeeni loppuu.");
  await reached(eino.page, "Nähty");

  await field(eino.page).pressSequentially("Huomenna");
  await writing(liisa.page, "Eino Saarinen").waitFor();
  await field(liisa.page).pressSequentially("Selvä");
  await writing(eino.page, "Liisa Virtanen").waitFor();
  await isWell(eino.page);
  await isWell(liisa.page);

  // What is written while one looks elsewhere is delivered, and seen when one comes back.
  await look(liisa.page, true);
  await button(eino.page, "Lähetä").click();
  await said(liisa.page, "Huomenna");
  await writing(liisa.page, "Eino Saarinen").waitFor({ state: "detached" });
  await reached(eino.page, "Toimitettu");
  await look(liisa.page, false);
  await reached(eino.page, "Nähty");
  // Under the newest own message alone, also after a reload.
  await eino.page.reload();
  await reached(eino.page, "Nähty");
  expect(await thread(eino.page).locator("[aria-live=off]").count()).toBe(1);
  await isWell(eino.page);

  await endChat(liisa.context.request, practitionerUrl, chatId);
  await eino.page.getByRole("heading", { level: 2, name: "Miten keskustelu sujui?" }).waitFor();
  expect(await thread(eino.page).locator("[aria-live=off]").count()).toBe(0);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

it("CHA-06 CHA-08 a chat that is over is read, printed and rated", { timeout: 120_000 }, async () => {
  const { eino, liisa, chatId, name } = await inChat("Luettava jono", 360);
  await writeInChat(liisa.context.request, practitionerUrl, chatId, "Hei, miten voin auttaa?");
  await writeInChat(eino.context.request, residentUrl, chatId, "Lääkkeeni loppuu.");

  // As long as it goes on there is the chat itself.
  const { page } = eino;
  await page.goto(`${residentUrl}/fi/events/transcript/${chatId}`);
  await page.getByText("Keskustelu on vielä kesken.", { exact: false }).waitFor();
  await isWell(page);
  await page.getByRole("link", { name: "Palaa keskusteluun" }).click();
  await field(page).waitFor();
  await endChat(liisa.context.request, practitionerUrl, chatId);
  await liisa.context.close();

  await page.getByRole("heading", { level: 2, name: "Miten keskustelu sujui?" }).waitFor();
  await isWell(page);
  await page.getByRole("button", { name: "Hyvin" }).click();
  const thanks = page.getByText("Kiitos palautteestasi. Vastasit: Hyvin.");
  await thanks.waitFor();
  await page.reload();
  await thanks.waitFor();
  expect(await page.getByRole("button", { name: "Huonosti" }).count()).toBe(0);
  await isWell(page);

  await page.getByRole("link", { name: "Avaa keskustelun teksti" }).click();
  await page.getByRole("heading", { level: 1, name: "Keskustelun teksti" }).waitFor();
  const fact = (label: string) => page.locator("main dl div").filter({ hasText: label }).locator("dd");
  expect(await fact("Chat-jono").textContent()).toBe(name);
  expect(await fact("Osallistujat").textContent()).toBe("Eino Saarinen, Liisa Virtanen");
  expect(await fact("Päättyminen").textContent()).toMatch(/^Liisa Virtanen päätti keskustelun \d\d\.\d\d\.\d{4} klo/);
  const written = page.locator("main li");
  expect(await written.first().textContent()).toMatch(/^Liisa Virtanen\d+\.\d\dHei, miten voin auttaa\?$/);
  expect(await written.last().textContent()).toMatch(/^Eino Saarinen\d+\.\d\dLääkkeeni loppuu\.$/);
  await isWell(page);

  // On paper it stands alone.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Tulosta" }).click();
  await page.locator("body[data-printed]").waitFor();
  await page.emulateMedia({ media: "print" });
  for (const shown of ["Lääkkeeni loppuu.", name]) expect(await page.getByText(shown).first().isVisible()).toBe(true);
  for (const around of ["banner", "contentinfo", "link", "button"] as const) {
    expect([around, await page.getByRole(around).count()]).toEqual([around, 0]);
  }
  await page.emulateMedia({ media: null });
  await page.getByRole("link", { name: "Palaa keskusteluun" }).click();
  await thanks.waitFor();
  await eino.context.close();
});
