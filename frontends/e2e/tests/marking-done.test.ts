// @module-tag long: waits for the time in which a mark can be taken back
/** Marking a task done: it can be taken back for a moment, and is never lost nor done to what has not been seen. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { inConversation, more, nurse, open, reply, topic } from "../support/people";
import { undoAtLeisure } from "../support/undo";

afterAll(closeBrowser);

const heading = (page: Page, about: string) => page.getByRole("heading", { level: 2, name: about });
const row = (page: Page, about: string) => page.getByRole("button", { name: new RegExp(about) });
const markButton = (page: Page) => page.getByRole("button", { name: "Merkitse tehdyksi" });
const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Merkitty tehdyksi" });
const ownMark = (page: Page) => page.getByText("Merkitsit tehdyksi. Keskustelu jatkuu muilla");
const event = (page: Page) => page.locator('[data-kind="SYSTEM_EVENT_KIND_DONE"]');

/** A conversation of a resident that a nurse handles and has open among the own tasks. */
async function handled(words: string, options: Parameters<typeof nurse>[1] = {}) {
  const about = topic(words);
  const aino = await inConversation("Aino", about, "Hyvää päivää.");
  const liisa = await nurse("Liisa", options);
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await liisa.page.goto(liisa.page.url().replace("inbox?", "inbox?tab=own&"));
  await liisa.page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  let marks = 0;
  liisa.page.on("request", (request) => {
    if (request.url().includes("MarkDone")) marks += 1;
  });
  const close = () => Promise.all([aino.context.close(), liisa.context.close()]);
  return { aino: aino.page, page: liisa.page, about, marks: () => marks, close };
}

it("takes a mark back by the key, by the button and from the keyboard alone, and sends nothing then", async () => {
  const { page, about, marks, close } = await handled("Kumottava");
  await undoAtLeisure(page);
  await heading(page, about).focus();
  await page.keyboard.press("e");
  await notice(page).waitFor();
  await ownMark(page).waitFor();
  await row(page, about).waitFor({ state: "detached" });
  expect(await markButton(page).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("z");
  await page.getByText("Kumottu. Keskustelua ei merkitty tehdyksi.").waitFor();
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  await row(page, about).waitFor();

  // The focus stands on the button that goes: it goes on to the heading, and from the toast back there.
  await markButton(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
  const undo = page.getByRole("button", { name: "Kumoa" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await row(page, about).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
  expect(marks()).toBe(0);
  await close();
});

it("carries a mark out when its time is over, when it is closed, and when the page is left or loaded anew", async () => {
  const { page, about, marks, close } = await handled("Toteutuva");
  await markButton(page).click();
  await notice(page).getByRole("button", { name: "Sulje" }).click();
  await event(page).first().waitFor();
  expect(marks()).toBe(1);
  await page.getByRole("tab", { name: /Tehdyt/ }).click();
  await row(page, about).getByText("Merkitsit tehdyksi").waitFor();
  await close();

  const second = await handled("Ladattu");
  await markButton(second.page).click();
  await notice(second.page).waitFor();
  await second.page.reload();
  await event(second.page).waitFor();
  await ownMark(second.page).waitFor();
  await second.close();

  // Elsewhere in the app the time runs on.
  const third = await handled("Muualla");
  await markButton(third.page).click();
  await third.page.getByRole("link", { name: "Asetukset" }).click();
  await third.page.getByRole("heading", { level: 1, name: "Asetukset" }).waitFor();
  await notice(third.page).waitFor();
  await notice(third.page).getByRole("button", { name: "Kumoa" }).waitFor({ state: "detached" });
  await expect.poll(third.marks).toBe(1);
  await third.close();
});

it("sends an answer that could still be taken back before its conversation is marked done, so that the mark stands", async () => {
  const { aino, page, about, close } = await handled("Vastattu");
  await page.getByRole("textbox", { name: "Vastaus" }).fill("Voit tulla huomenna.");
  await page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await page.getByText("Voit tulla huomenna.").waitFor();
  await markButton(page).click();
  await notice(page).waitFor();
  await page.reload();
  await event(page).waitFor();
  await ownMark(page).waitFor();
  await page.getByRole("tab", { name: /Tehdyt/ }).click();
  await row(page, about).getByText("Merkitsit tehdyksi").waitFor();
  await aino.getByText("Voit tulla huomenna.").waitFor();
  await close();
});

it("carries a mark out before the session ends", async () => {
  const { page, about, close } = await handled("Uloskirjaus");
  await markButton(page).click();
  await notice(page).waitFor();
  await page.getByRole("button", { name: /Käyttäjävalikko/ }).click();
  await page.getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { level: 1, name: "Kirjaudu sisään" }).waitFor();
  await close();
  const again = await nurse("Liisa");
  await again.page.getByRole("tab", { name: /Tehdyt/ }).click();
  await row(again.page, about).getByText("Merkitsit tehdyksi").waitFor();
  await again.context.close();
});

it("marks nothing done that somebody has written into meanwhile, and says so", async () => {
  const { aino, page, about, marks, close } = await handled("Ehti väliin");
  await undoAtLeisure(page);
  await markButton(page).click();
  // The pointer rests on it: its time stands still.
  await notice(page).getByRole("button", { name: "Kumoa" }).hover();
  await reply(aino, "Vielä yksi asia.");
  await page.getByText("Keskusteluun tuli uusi viesti, joten sitä ei merkitty tehdyksi.").waitFor();
  await markButton(page).waitFor();
  await row(page, about).waitFor();
  expect(marks()).toBe(0);
  await close();
});

it("tells when a mark is refused, and the task is among the own ones again", async () => {
  const { page, about, close } = await handled("Torjuttu");
  await fail(page, "MarkDone");
  await markButton(page).click();
  await notice(page).getByRole("button", { name: "Sulje" }).click();
  await page.getByText(/Keskustelua ei voitu merkitä tehdyksi\./).waitFor();
  await markButton(page).waitFor();
  await row(page, about).waitFor();
  await close();
});

it("CON-08 says in list and conversation which was marked done by oneself and which has ended", async () => {
  const { page, about, close } = await handled("Erottuva");
  await markButton(page).click();
  await notice(page).getByRole("button", { name: "Sulje" }).click();
  await event(page).waitFor();
  await page.getByRole("tab", { name: /Tehdyt/ }).click();
  await row(page, about).getByText("Merkitsit tehdyksi").waitFor();
  await open(page, about);
  await ownMark(page).waitFor();
  expect(await page.getByText("Sinä käsittelet tätä keskustelua.").count()).toBe(0);
  await more(page, /^Päätä keskustelu/);
  const dialog = page.getByRole("alertdialog", { name: "Päätä keskustelu" });
  await dialog.getByText(/päättyy kaikilta osapuolilta/).waitFor();
  await dialog.getByRole("button", { name: "Päätä keskustelu" }).click();
  await page.getByText("Keskustelu on päättynyt. Siihen ei voi enää kirjoittaa.").waitFor();
  await row(page, about).getByText("Päättynyt").waitFor();
  expect(await row(page, about).getByText("Merkitsit tehdyksi").count()).toBe(0);
  await close();
});

it("keeps one action and a menu on a phone, and its notices off the answer and the actions", async () => {
  const { page, about, close } = await handled("Puhelimella", { width: 360, height: 740 });
  await undoAtLeisure(page);
  const head = page.getByRole("button", { name: "Vastaa" });
  const menu = page.getByRole("button", { name: "Muut toiminnot" });
  expect((await head.boundingBox())?.y).toBe((await menu.boundingBox())?.y);
  await menu.focus();
  await page.keyboard.press("Enter");
  expect(await menu.getAttribute("aria-expanded")).toBe("true");
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page
    .getByRole("list", { name: "Muut toiminnot" })
    .getByRole("button", { name: "Merkitse tehdyksi", exact: true })
    .click();
  const undo = page.getByRole("button", { name: "Kumoa" });
  await undo.waitFor();
  const box = await undo.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await head.boundingBox())?.y ?? 0);
  await undo.click();
  await heading(page, about).waitFor();
  await close();
});
