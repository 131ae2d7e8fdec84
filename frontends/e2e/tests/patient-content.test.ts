/** Contents of patients: a professional gives one, the resident reads it, and both see how it stands; another one is taken back. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { isWell } from "../support/chats";
import { chip, history, upcoming } from "../support/events";
import { enter, stop, tabTo } from "../support/keys";
import { giveContent, publishContent } from "../support/patient-contents";
import { openPatient } from "../support/patients";
import { nurse, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";

afterAll(closeBrowser);

const elli = ["010942-921E", "Elli Fofonoff"] as const;
const search = "Hae ohjeen nimellä";
const advice = "Juo **runsaasti** vettä.";

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
/** One of the patient, on the page of the patient. */
const given = (page: Page, name: string) =>
  page.getByRole("list", { name: "Ohjeet" }).getByRole("listitem").filter({ hasText: name }).first();

/** By the keys alone, from the button that opens the dialog. */
async function giveByKeys(page: Page, content: string): Promise<void> {
  await page.getByRole("heading", { name: "Ohjeet", exact: true }).waitFor();
  await page.getByRole("button", { name: "Anna ohje", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Anna ohje" });
  await dialog.getByRole("radio").first().waitFor();
  // A dialog begins with its first field.
  if ((await stop(page)).name !== search) await tabTo(page, new RegExp(search));
  await page.keyboard.type(content);
  await dialog.getByRole("radio", { name: content }).waitFor();
  // Beside it the two of what it is about.
  await expect.poll(() => dialog.getByRole("radio").count()).toBe(3);
  await check(page, new RegExp(content));
  await check(page, /^Terveysasia/);
  expect(await violations(page)).toEqual([]);
  await enter(page, /^Anna$/);
  await dialog.waitFor({ state: "detached" });
}

async function check(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Space");
}

it("CMS-07 a professional gives a patient an instruction by keyboard, the resident finds it unread and reads it, which the professional sees, and another one is taken back", {
  timeout: 120_000,
}, async () => {
  const [wanted, unwanted] = [topic("Flunssan hoito kotona"), topic("Vatsataudin hoito kotona")];
  await publishContent(wanted, advice);
  const unwantedId = await publishContent(unwanted, advice);
  const own = await resident("Elli", { width: 360 });
  await own.page.goto(`${residentUrl}/fi/events?kind=contents`);
  await chip(own.page, "Ohjeet", true).waitFor();
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, ...elli);

  // Both see it at once: it waits among what is to come, and is not read.
  await giveByKeys(page, wanted);
  await given(page, wanted).getByText("Lukematta").first().waitFor();
  expect(await violations(page)).toEqual([]);
  const waiting = upcoming(own.page).getByRole("listitem").filter({ hasText: wanted }).first();
  await waiting.getByText("Lukematta").first().waitFor();
  await isWell(own.page);

  // Read once it stands before the reader's eyes.
  await waiting.getByRole("link").first().press("Enter");
  await title(own.page, wanted);
  await own.page.waitForURL(/\/fi\/content\/[0-9a-f-]{36}$/);
  const main = own.page.getByRole("main");
  await main
    .getByText(/^Antanut Liisa Virtanen /)
    .first()
    .waitFor();
  expect(await main.getByRole("strong").allTextContents()).toEqual(["runsaasti"]);
  await own.page.getByRole("button", { name: "Tulosta" }).waitFor();
  await isWell(own.page);
  await given(page, wanted)
    .getByText(/^Luettu /)
    .first()
    .waitFor();
  const address = own.page.url();
  await own.page.goBack();
  await history(own.page).getByRole("listitem").filter({ hasText: wanted }).first().waitFor();
  await waiting.waitFor({ state: "detached" });

  // Where it is not written in the reader's language, it says in which it is.
  await own.page.goto(address.replace("/fi/", "/sms/"));
  await own.page.locator("h1[lang=fi], h1 [lang=fi]").filter({ hasText: wanted }).first().waitFor();
  await isWell(own.page);

  // What is taken back can be read no more, also where it is open.
  const unwantedOne = await giveContent(context.request, patientId, unwantedId);
  await own.page.goto(`${residentUrl}/fi/content/${unwantedOne}`);
  await title(own.page, unwanted);
  await main.getByText("vettä").first().waitFor();
  await given(page, unwanted)
    .getByRole("button", { name: /^Peru ohje/ })
    .click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Peru ohje/ })
    .click();
  await given(page, unwanted).getByText("Peruttu").first().waitFor();
  await main.getByText("Ohje on peruttu.").first().waitFor();
  expect(await main.getByText("vettä").count()).toBe(0);
  await isWell(own.page);
  await Promise.all([own.context.close(), context.close()]);
});
