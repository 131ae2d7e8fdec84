import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { nurse, openForm, resident, topic } from "../support/people";

afterAll(closeBrowser);

const minutes = (count: number, seconds = 0) => (count * 60 + seconds) * 1000;
const warning = (page: Page) => page.getByRole("alertdialog", { name: "Oletko vielä paikalla?" });

const key = "kajo.session.ends-at";

/** Loads the page, and waits until it knows how long the session lasts. */
async function load(page: Page, go: () => Promise<unknown>) {
  await page.evaluate((name) => localStorage.removeItem(name), key);
  await go();
  await page.waitForFunction((name) => localStorage.getItem(name) !== null, key);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** The clock of all tabs is the test's from here on; the gateway's goes its own way. */
async function stopClocks(page: Page) {
  await page.context().clock.install({ time: new Date() });
  await load(page, () => page.reload());
}

it("NAV-08 warns with minutes and seconds that count down, and goes on when asked to", async () => {
  const { page, context } = await resident("Aino");
  await stopClocks(page);
  await context.clock.fastForward(minutes(12, 30));
  expect(await warning(page).count()).toBe(0);
  await context.clock.fastForward(minutes(0, 40));
  await warning(page).waitFor();
  const left = async () => (await warning(page).textContent())?.match(/Aikaa jäljellä 1 minuutti (\d+) sekuntia/)?.[1];
  // Whoever presses a key to wake the screen goes on.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Jatka");
  // It goes on by itself otherwise, and a second passes between two looks.
  await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const first = Number(await left());
  expect(first).toBeGreaterThan(30);
  await context.clock.runFor(5_000);
  await expect.poll(async () => Number(await left())).toBe(first - 5);
  await context.clock.resume();
  await warning(page).getByRole("button", { name: "Jatka" }).click();
  await expect
    .poll(async () => {
      await context.clock.runFor(1_000);
      return warning(page).count();
    })
    .toBe(0);
  await context.close();
});

it("NAV-08 logs out when asked to, and by itself when nobody answers, and loses nothing that was typed", async () => {
  const { page, context } = await resident("Aino");
  await stopClocks(page);
  await context.clock.fastForward(minutes(13, 10));
  await warning(page).getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { name: "Tervetuloa" }).waitFor();
  expect(await page.getByText("Sinut kirjattiin ulos").count()).toBe(0);
  const signIn = async () => {
    await page.getByRole("button", { name: "Tunnistaudu" }).click();
    await page.getByRole("button", { name: /Aino/ }).click();
    await page.getByRole("heading", { name: "Hei, Aino!" }).waitFor();
  };
  await signIn();
  const about = topic("Kesken");
  await load(page, () => openForm(page));
  await page.getByRole("textbox", { name: /Aihe/ }).fill(about);
  await context.clock.fastForward(minutes(16));
  await page.getByRole("heading", { name: "Tervetuloa" }).waitFor();
  await page.getByText("Sinut kirjattiin ulos").waitFor();
  await signIn();
  await openForm(page);
  // It comes from the server, where it was handed over: a moment after the form.
  await expect.poll(() => page.getByRole("textbox", { name: /Aihe/ }).inputValue()).toBe(about);
  await context.close();
});

it("NAV-08 lets activity in another tab keep the session of all tabs", { tags: ["long"] }, async () => {
  const { page, context } = await resident("Aino");
  await stopClocks(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await load(other, () => other.reload());
  await context.clock.fastForward(minutes(10));
  const ends = () => other.evaluate((name) => Number(localStorage.getItem(name)), key);
  const before = await ends();
  await other.keyboard.press("Shift");
  await expect
    .poll(async () => {
      await context.clock.runFor(1_000);
      return ends();
    })
    .toBeGreaterThan(before + minutes(8));
  // Fifteen minutes after the last thing that happened here.
  await context.clock.fastForward(minutes(5, 30));
  await context.clock.runFor(2_000);
  expect(await warning(page).count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Hei, Aino!" }).count()).toBe(1);
  await context.close();
});

it("IDN-17 NAV-08 takes the event of a shell for activity, for residents and professionals alike", async () => {
  for (const { page, context } of [await resident("Aino"), await nurse("Liisa")]) {
    await stopClocks(page);
    await context.clock.fastForward(minutes(10));
    const ends = () => page.evaluate((name) => Number(localStorage.getItem(name)), key);
    const before = await ends();
    await page.evaluate(() => window.dispatchEvent(new Event("kajo:keep-alive")));
    await expect
      .poll(async () => {
        await context.clock.runFor(1_000);
        return ends();
      })
      .toBeGreaterThan(before + minutes(8));
    expect(await warning(page).count()).toBe(0);
    await context.close();
  }
});

it("NAV-08 keeps professionals signed in by what they do in another tab, and logs them out of all when they do nothing", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa");
  await stopClocks(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await load(other, () => other.reload());
  await context.clock.fastForward(minutes(25));
  const ends = () => other.evaluate((name) => Number(localStorage.getItem(name)), key);
  const before = await ends();
  await other.keyboard.press("Shift");
  await expect
    .poll(async () => {
      await context.clock.runFor(1_000);
      return ends();
    })
    .toBeGreaterThan(before + minutes(20));
  await context.clock.fastForward(minutes(5, 30));
  await context.clock.runFor(2_000);
  expect(await warning(page).count()).toBe(0);
  await context.clock.fastForward(minutes(26));
  for (const tab of [page, other]) await tab.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
  // The tab that noticed says why.
  const told = await Promise.all([page, other].map((tab) => tab.getByText("Sinut kirjattiin ulos").count()));
  expect(Math.max(...told)).toBe(1);
  await context.close();
});

it("NAV-08 warns professionals after their own time", { tags: ["long"] }, async () => {
  const { page, context } = await nurse("Liisa");
  await stopClocks(page);
  await context.clock.fastForward(minutes(27));
  expect(await warning(page).count()).toBe(0);
  await context.clock.fastForward(minutes(1, 10));
  await warning(page).waitFor();
  await warning(page).getByRole("button", { name: "Kirjaudu ulos" }).click();
  await page.getByRole("heading", { name: "Kirjaudu sisään" }).waitFor();
  await context.close();
});
