// @module-tag long: where a long conversation opens, to the pixel
/** A conversation as it is read: where it opens, what is new, what can be pressed in it. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { more, nurse, open, reply, resident, send, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const box = { name: "Vastaus" } as const;
const long = (words: string) => Array.from({ length: 24 }, (_, line) => `${words}, rivi ${line + 1}.`).join("\n");

/** A resident's conversation that a nurse has taken. */
async function between(words: string, size: { width?: number; height?: number } = {}) {
  const aino = await resident("Aino", size);
  const about = topic(words);
  await send(aino.page, about, "Hyvää päivää.");
  const liisa = await nurse("Liisa");
  await open(liisa.page, about);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", box).waitFor();
  const close = () => Promise.all([aino.context.close(), liisa.context.close()]);
  return { aino: aino.page, liisa: liisa.page, about, close };
}

async function answer(page: Page, ...texts: readonly string[]) {
  for (const text of texts) await reply(page, text);
}

async function enter(page: Page, about: string) {
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("link", { name: new RegExp(about) }).click();
  await page.getByRole("heading", { name: about }).waitFor();
}

/** Whether the top of it is in sight. */
const inSight = (found: Locator) =>
  found.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < window.innerHeight;
  });

const message = (page: Page, text: string) => page.getByRole("article").filter({ hasText: text }).last();
/** What is added to the thread is announced, and nothing else that changes in it. */
const announced = (page: Page) =>
  page.locator("section[aria-live=polite][aria-relevant=additions]").getByRole("article");

it("opens at what is new, keeps its place when more comes, and leads down to it", async () => {
  const { aino, liisa, about, close } = await between("Pitkä", { width: 390, height: 780 });
  await answer(liisa, long("Ensimmäinen"), long("Toinen"), long("Kolmas"));

  await enter(aino, about);
  const line = aino.getByText("Uutta", { exact: true });
  await expect.poll(() => inSight(line)).toBe(true);
  expect(await line.evaluate((element) => element.nextElementSibling?.textContent ?? "")).toContain(
    "Ensimmäinen, rivi 1.",
  );
  expect(await aino.getByRole("button", { name: /uutta? viesti/ }).count()).toBe(0);

  const place = await aino.evaluate(() => window.scrollY);
  await answer(liisa, "Vielä yksi asia");
  await announced(aino).filter({ hasText: "Vielä yksi asia" }).waitFor({ state: "attached" });
  expect(await aino.evaluate(() => window.scrollY)).toBe(place);
  const below = aino.getByRole("button", { name: "1 uusi viesti" });
  await below.click();
  await expect.poll(() => inSight(message(aino, "Vielä yksi asia"))).toBe(true);
  await below.waitFor({ state: "detached" });
  expect(await aino.evaluate(() => document.activeElement?.textContent ?? "")).toContain("Vielä yksi asia");

  // Read: it opens at the newest, with nothing that is new.
  await enter(aino, about);
  await expect.poll(() => inSight(message(aino, "Vielä yksi asia"))).toBe(true);
  expect(await line.count()).toBe(0);

  // Whoever is at the end sees what comes come.
  await answer(liisa, long("Viimeinen"));
  await message(aino, "Viimeinen").waitFor();
  await expect.poll(() => inSight(message(aino, "Viimeinen"))).toBe(true);
  await close();
});

it("opens where professionals have read to, and announces what residents write", async () => {
  const { aino, liisa, about, close } = await between("Jono");
  await answer(liisa, long("Ohje"), long("Toinen ohje"));
  await liisa.getByRole("tab", { name: /Uudet/ }).click();
  await aino.getByRole("link", { name: "Avaa keskustelu" }).click();
  await answer(aino, long("Kysymys"), "Ja vielä tämä");

  await liisa.getByRole("tab", { name: /Omat/ }).click();
  await open(liisa, about);
  const line = liisa.getByText("Uutta", { exact: true });
  await expect.poll(() => inSight(line)).toBe(true);
  expect(await line.evaluate((element) => element.nextElementSibling?.textContent ?? "")).toContain("Kysymys, rivi 1.");
  await answer(aino, "Kolmas viesti");
  await announced(liisa).filter({ hasText: "Kolmas viesti" }).waitFor({ state: "attached" });
  await close();
});

it("makes links of web addresses and telephone numbers, and of nothing else", async () => {
  const { aino, liisa, about, close } = await between("Linkit");
  await answer(
    liisa,
    "Lue https://www.test.example/ohje ja soita 116 117 tai +358 40 123 4567. Ks. javascript:alert(1)",
  );
  await enter(aino, about);
  // It has no address that could be followed unchecked.
  await aino.getByRole("button", { name: "https://www.test.example/ohje (avautuu uuteen välilehteen)" }).waitFor();
  for (const [name, href] of [
    ["116 117", "tel:116117"],
    ["+358 40 123 4567", "tel:+358401234567"],
  ] as const) {
    expect(await aino.getByRole("article").getByRole("link", { name }).getAttribute("href")).toBe(href);
  }
  expect(await aino.getByRole("article").getByRole("link").count()).toBe(2);
  await close();
});

it("tells residents in list and page that they marked it done, takes that back, and opens it again with an answer", async () => {
  const { aino, liisa, about, close } = await between("Oma merkintä");
  await enter(aino, about);
  const mark = async () => {
    await aino.getByRole("button", { name: "Merkitse tehdyksi" }).click();
    await aino.getByRole("alertdialog").getByRole("button", { name: "Merkitse tehdyksi" }).click();
    await aino.getByText(/Tämä keskustelu on merkitty tehdyksi\. Se palaa avoimeksi/).waitFor();
    // The button that was pressed is gone, and the focus not lost with it.
    await expect.poll(() => aino.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  };
  const inList = async (state: string) => {
    await aino.goto(`${residentUrl}/fi/inbox`);
    const row = aino.getByRole("link", { name: new RegExp(about) });
    await row.getByText(state, { exact: true }).waitFor();
    await row.click();
  };
  await mark();
  await inList("Merkitty tehdyksi");
  await liisa.getByText(/\(asiakas\) merkitsi keskustelun tehdyksi/).waitFor();
  await aino.getByRole("button", { name: "Kumoa merkintä" }).click();
  await aino.getByText("Keskustelu on taas avoin.").waitFor();
  await liisa.getByText(/\(asiakas\) merkitsi keskustelun tehdyksi/).waitFor({ state: "detached" });
  await inList("Käsittelyssä");

  await mark();
  await answer(liisa, "Kuinka voit nyt?");
  await aino.getByRole("button", { name: "Kumoa merkintä" }).waitFor({ state: "detached" });
  await inList("Käsittelyssä");
  await mark();
  await more(liisa, /^Päätä keskustelu/);
  await liisa.getByRole("alertdialog").getByRole("button", { name: "Päätä keskustelu" }).click();
  await aino.getByText(/Tämä keskustelu on päättynyt/).waitFor();
  expect(await aino.getByRole("button", { name: "Kumoa merkintä" }).count()).toBe(0);
  await inList("Päättynyt");
  await close();
});

it("costs neither side a long thread once more when something is written into it", async () => {
  const { aino, liisa, about, close } = await between("Pitkä keskustelu");
  await answer(liisa, long("Ensimmäinen"), long("Toinen"), long("Kolmas"));
  await enter(aino, about);
  await message(aino, "Kolmas, rivi 24.").waitFor();
  await message(liisa, "Kolmas, rivi 24.")
    .getByText(/Luettu/)
    .waitFor();
  const lengths: number[] = [];
  for (const page of [aino, liisa])
    page.on("response", async (response) => {
      if (response.url().endsWith("/GetConversation")) lengths.push((await response.body()).length);
    });

  await answer(aino, "Kiitos!");
  await message(liisa, "Kiitos!").waitFor();
  await message(aino, "Kiitos!")
    .getByText(/Luettu/)
    .waitFor();
  expect(lengths.length).toBeGreaterThan(1);
  // Three long answers are several thousand.
  expect(Math.max(...lengths)).toBeLessThan(1_500);
  // The rest is there all the same, and so is who has read it.
  await message(aino, "Ensimmäinen, rivi 1.").waitFor();
  await message(liisa, "Kolmas, rivi 24.")
    .getByText(/Luettu/)
    .waitFor();
  await close();
});
