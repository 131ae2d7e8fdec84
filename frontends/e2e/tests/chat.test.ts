/** The line before a chat queue and the chat behind it: residents wait, professionals accept, both write until one ends it. */
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { newQueue } from "../support/chat-queues";
import {
  atChat,
  button,
  confirm,
  customer,
  dialog,
  field,
  inLine,
  isWell,
  join,
  reads,
  residentChat,
  said,
  takeFrom,
  thread,
  told,
  waiting,
  wayIn,
} from "../support/chats";
import { intercept } from "../support/intercept";
import { enter, stop, tabTo } from "../support/keys";
import { resident } from "../support/people";

afterAll(closeBrowser);

it("CHA-04 CHA-05 CHA-06 two residents wait in a line, the second moves up, is accepted as the next, and both write until the nurse ends it", {
  timeout: 240_000,
}, async () => {
  const { name: queue } = await newQueue("Juttelujono");
  const [nils, eino] = [await resident("Nils"), await resident("Eino")];
  await join(nils.page, queue);
  await reads(nils.page, "Olet seuraava");
  await isWell(nils.page);
  await join(eino.page, queue);
  await reads(eino.page, "Edelläsi on 1 henkilö");

  // The place is kept over a reload, and on another device.
  await eino.page.reload();
  await inLine(eino.page, queue);
  await reads(eino.page, "Edelläsi on 1 henkilö");
  const phone = await resident("Eino", { width: 360 });
  await phone.page.goto(residentChat);
  await phone.page.getByRole("heading", { level: 2, name: `Olet jonossa: ${queue}` }).waitFor();
  await reads(phone.page, "Edelläsi on 1 henkilö");
  expect(await wayIn(phone.page, queue).count()).toBe(0);
  await isWell(phone.page);
  await phone.page
    .getByRole("list", { name: "Omat jonopaikkasi ja keskustelusi" })
    .getByRole("link", { name: "Palaa jonoon" })
    .click();
  await inLine(phone.page, queue);
  expect(phone.page.url()).toBe(eino.page.url());

  // Who stands in front leaves: it is seen at once, and by who had no network when there is one again.
  await phone.context.setOffline(true);
  await confirm(nils.page, "Poistu jonosta");
  await reads(nils.page, "Poistuit jonosta.");
  await isWell(nils.page);
  await nils.context.close();
  await reads(eino.page, "Olet seuraava");
  await phone.context.setOffline(false);
  await reads(phone.page, "Olet seuraava");
  await isWell(phone.page);

  const liisa = await atChat("Liisa");
  await waiting(liisa.page, queue).filter({ hasText: "Eino Saarinen" }).waitFor();
  expect(await waiting(liisa.page, queue).count()).toBe(1);
  await isWell(liisa.page);
  // Before accepting she sees who it is.
  await waiting(liisa.page, queue).click();
  await customer(liisa.page, "Eino Saarinen");
  const code = liisa.page.locator("main dl div").filter({ hasText: "Henkilötunnus" }).locator("dd");
  expect(await code.textContent()).toBe("121275-933V");
  await liisa.page.getByText(/^Tuli jonoon/).waitFor();
  await isWell(liisa.page);
  await takeFrom(liisa.page, queue);
  await button(liisa.page, "Ota seuraava").click();
  await told(liisa.page, "Keskustelu alkoi.");
  // She writes first.
  await expect.poll(() => field(liisa.page).evaluate((box) => box === document.activeElement)).toBe(true);
  await isWell(liisa.page);

  // He is told without loading anything anew, wherever he looks.
  await told(eino.page, "Vuorosi tuli. Voit kirjoittaa nyt.");
  for (const { page } of [eino, phone]) await reads(page, "Kanssasi keskustelee Liisa Virtanen.");
  await isWell(phone.page);
  await phone.context.close();

  await liisa.page.keyboard.type("Hei, miten voin auttaa?");
  await liisa.page.keyboard.press("Enter");
  for (const { page } of [liisa, eino]) await said(page, "Hei, miten voin auttaa?");
  await field(eino.page).fill("Lääkkeeni loppuu huomenna.");
  await button(eino.page, "Lähetä").click();
  for (const { page } of [eino, liisa]) await said(page, "Lääkkeeni loppuu huomenna.");
  expect(await field(eino.page).inputValue()).toBe("");
  await isWell(eino.page);
  await isWell(liisa.page);

  // What is half written outlives a reload; what was written stands there once.
  await field(eino.page).fill("Ja vielä toinen");
  await eino.page.reload();
  await expect.poll(() => field(eino.page).inputValue()).toBe("Ja vielä toinen");
  await field(eino.page).press("Enter");
  await said(liisa.page, "Ja vielä toinen");
  for (const { page } of [eino, liisa]) expect(await thread(page).getByText("Lääkkeeni loppuu").count()).toBe(1);

  await confirm(liisa.page, "Päätä chat");
  await reads(liisa.page, "Ammattilainen lopetti keskustelun.");
  await reads(eino.page, /^Liisa Virtanen päätti keskustelun/);
  await said(eino.page, "Hei, miten voin auttaa?");
  expect(await field(eino.page).count()).toBe(0);
  await isWell(eino.page);
  await isWell(liisa.page);
  await Promise.all([eino.context.close(), liisa.context.close()]);
});

it("CHA-05 of two nurses who pick the same person one wins, the other is told, and who is put back into the line sees it and is accepted again", {
  timeout: 180_000,
}, async () => {
  const { name: queue } = await newQueue("Kiistajono");
  const eino = await resident("Eino", { width: 360 });
  await join(eino.page, queue);
  await reads(eino.page, "Olet seuraava");
  const [liisa, pekka] = [await atChat("Liisa"), await atChat("Pekka")];
  for (const { page } of [liisa, pekka]) {
    await waiting(page, queue).click();
    await customer(page, "Eino Saarinen");
    await button(page, "Ota keskusteluun").waitFor();
  }
  // Both press; what Pekka asked for arrives when Liisa has the chat.
  let arrive = () => {};
  const liisaHasIt = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const letThrough = await intercept(pekka.page, "**/AcceptChat", async (route) => {
    await liisaHasIt;
    await route.continue();
  });
  await button(pekka.page, "Ota keskusteluun").click();
  await button(liisa.page, "Ota keskusteluun").click();
  await thread(liisa.page).waitFor();
  arrive();
  await told(pekka.page, /Kollega ehti ensin/);
  await letThrough();
  expect(await thread(pekka.page).count()).toBe(0);
  await waiting(pekka.page, queue).waitFor({ state: "detached" });
  await reads(eino.page, "Kanssasi keskustelee Liisa Virtanen.");

  await confirm(liisa.page, "Palauta jonoon");
  await told(liisa.page, "Asiakas palautettiin jonoon.");
  await reads(eino.page, "Ammattilainen palautti sinut jonoon. Olet entisellä paikallasi.");
  await reads(eino.page, "Olet seuraava");
  await isWell(eino.page);
  await waiting(pekka.page, queue).getByText("Palautettu").waitFor();
  await isWell(pekka.page);

  // The colleague accepts, and it is the resident who ends it.
  await waiting(pekka.page, queue).click();
  await button(pekka.page, "Ota keskusteluun").click();
  await reads(eino.page, "Kanssasi keskustelee Pekka Rantala.");
  await waiting(liisa.page, queue).waitFor({ state: "detached" });
  await confirm(eino.page, "Päätä chat");
  await reads(eino.page, /^Päätit keskustelun/);
  await reads(pekka.page, "Asiakas lopetti keskustelun.");
  await Promise.all([eino.context.close(), liisa.context.close(), pekka.context.close()]);
});

it("CHA-04 a resident joins a line and leaves it by keyboard alone on a narrow phone, and hears where they stand", {
  timeout: 120_000,
}, async () => {
  const { name: queue } = await newQueue("Näppäinjono");
  const { page, context } = await resident("Aino", { width: 360 });
  await page.goto(residentChat);
  await wayIn(page, queue).waitFor();
  await isWell(page);
  // Each queue that is open has a way in of the same name.
  const hasFocus = () => wayIn(page, queue).evaluate((element) => element === document.activeElement);
  for (let ways = await button(page, "Liity jonoon").count(); ways > 0 && !(await hasFocus()); ways -= 1) {
    await tabTo(page, /^Liity jonoon$/);
  }
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press("Enter");
  await inLine(page, queue);
  expect((await stop(page)).tag).toBe("h1");
  await told(page, "Olet seuraava");
  // Who waits in another window sees it in the title.
  await expect.poll(() => page.title()).toMatch(/^Olet seuraava · /);
  await isWell(page);

  await enter(page, /^Poistu jonosta$/);
  await dialog(page).waitFor();
  await isWell(page);
  await enter(page, /^Jää jonoon$/);
  await dialog(page).waitFor({ state: "detached" });
  await expect.poll(async () => (await stop(page)).name).toBe("Poistu jonosta");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await enter(page, /^Poistu jonosta$/);
  await told(page, "Poistuit jonosta.");
  await expect.poll(async () => (await stop(page)).tag).toBe("h1");
  await isWell(page);
  await enter(page, /^Takaisin chat-jonoihin$/);
  await page.getByRole("heading", { level: 1, name: "Chat", exact: true }).waitFor();
  await wayIn(page, queue).waitFor();
  expect(await page.getByRole("heading", { name: `Olet jonossa: ${queue}` }).count()).toBe(0);
  await context.close();
});
