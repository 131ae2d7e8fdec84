/** Forms that residents send: found, filled in at one go, and handled in a conversation by whoever works their queue. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { newForm, words } from "../support/form-queues";
import { summary, unsuccessful } from "../support/forms";
import { enter, tabTo } from "../support/keys";
import { nurse, reply, resident } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const said = {
  why: "Tarvitsen apua äitini hoitoon öisin",
  hours: "10",
  help: "Naapuri käy joskus viikolla",
  when: "Arkisin kello kahdeksan jälkeen",
  answer: "Soitamme sinulle huomenna aamulla.",
} as const;

const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Nothing is wrong with the page, and all of it is in sight. */
async function looksWell(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
}

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** The first step, by the keys: with what lacks told and put right. */
async function fillFirst(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 2, name: words.need }).waitFor();
  await enter(page, /^Jatka/);
  await summary(page)
    .getByRole("link", { name: /^Kuinka monta tuntia/ })
    .waitFor();
  await looksWell(page);
  // The link leads into the field.
  await enter(page, /^Mihin tarvitset tukea/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type(said.why);
  await tabTo(page, /^Kuinka monta tuntia/);
  await page.keyboard.type(said.hours);
  await page.getByRole("textbox", { name: words.help }).waitFor();
  await tabTo(page, /^Kuka auttaa sinua/);
  await page.keyboard.type(said.help);
  await enter(page, /^Jatka/);
}

it("SUR-06 a form is found by its category, filled in and sent by keyboard, read above its conversation by a nurse, and answered", {
  timeout: 150_000,
}, async () => {
  const form = await newForm();
  const { page, context } = await resident("Aino", { width: 360 });
  // On a phone the services stand below what is coming, once that is known.
  const tile = page.getByRole("link", { name: /^Hakemukset/ });
  await tile.waitFor();
  await tile.press("Enter");
  await title(page, "Hakemukset");
  await page.getByRole("link").filter({ hasText: form.category }).waitFor();
  await looksWell(page);
  await enter(page, new RegExp(form.category));
  await title(page, form.category);
  await page.getByRole("link").filter({ hasText: form.queue }).waitFor();
  await looksWell(page);
  await enter(page, new RegExp(form.queue));
  await title(page, form.title);
  await page.getByText(/Tätä ei voi tallentaa kesken/).waitFor();
  await looksWell(page);
  await enter(page, /^Aloita/);
  await fillFirst(page);
  await page.getByRole("heading", { level: 2, name: words.contact }).waitFor();
  await tabTo(page, /^Milloin sinut tavoittaa/);
  await page.keyboard.type(said.when);
  await enter(page, /^Jatka/);

  // Read once more; what fails leaves all of it there.
  for (const each of [said.why, said.help, said.when]) await page.locator("main dl").getByText(each).waitFor();
  await looksWell(page);
  const mend = await fail(page, "SendForm");
  await enter(page, /^Lähetä/);
  await unsuccessful(page).getByText("Lomaketta ei lähetetty.").waitFor();
  await page.locator("main dl").getByText(said.why).waitFor();
  await mend();
  await enter(page, /^Lähetä/);
  await page.waitForURL(/step=sent/);
  await title(page, "Lomake lähetetty");
  await looksWell(page);

  // Among the nurses' tasks, called as its queue is, with what was answered and what that comes to.
  const liisa = await nurse("Liisa");
  const task = liisa.page
    .getByRole("list", { name: "Tehtävälista" })
    .getByRole("button")
    .filter({ hasText: form.queue });
  await task.getByText("Lomake", { exact: true }).waitFor();
  await task.getByText("Aino Lehtonen").waitFor();
  expect(await task.count()).toBe(1);
  // Nobody has written, and yet there is something to read.
  await task.getByText("1 lukematon").waitFor();
  await task.click();
  await liisa.page.getByRole("heading", { level: 2, name: form.queue }).waitFor();
  const sent = liisa.page.getByRole("region", { name: `Lomake: ${form.title}` });
  for (const each of [said.why, said.help, said.when, words.much, "Vakava"])
    await sent.getByText(each).first().waitFor();
  await expect.poll(() => task.getByText("1 lukematon").count()).toBe(0);
  expect(await violations(liisa.page)).toEqual([]);
  await liisa.page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await liisa.page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await reply(liisa.page, said.answer);
  await liisa.context.close();

  // The resident reads the answer, and above it what they have sent: without what the numbers mean to a professional.
  await page.locator('main a[href*="/inbox/conversation/"]').first().press("Enter");
  await title(page, form.queue);
  await page.getByText(said.answer).first().waitFor();
  await page.locator("details > summary").filter({ hasText: "Lähetetty lomake" }).press("Enter");
  for (const each of [said.why, said.help, said.when]) await page.locator("main dl").getByText(each).waitFor();
  expect(await page.getByText(words.much).count()).toBe(0);
  await looksWell(page);
  await page.goto(`${residentUrl}/fi/inbox`);
  await page.getByRole("link").filter({ hasText: form.queue }).waitFor();
  await looksWell(page);

  // In Skolt Sami what is asked is Finnish, and marked so.
  await page.goto(`${residentUrl}/sms/applications/${form.categoryId}?form=${form.subcategoryId}`);
  await page.locator("h1[lang=fi]").filter({ hasText: form.title }).waitFor();
  await looksWell(page);
  await context.close();
});
