/** Messaging in patient context: who may be written to, what the patient gets, and what is kept of what was typed (PRO-08). */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { fail } from "../support/faults";
import { summary } from "../support/forms";
import { intercept } from "../support/intercept";
import { openPatient } from "../support/patients";
import { choose, nurse, open, openColleagues, png, resident, topic } from "../support/people";
import { residentUrl } from "../support/stack";
import { undoNothing } from "../support/undo";

afterAll(closeBrowser);

const [maja, nils, goran] = ["280285-903R", "010190-999W", "070851-947N"] as const;

const write = (page: Page) => page.getByRole("button", { name: "Kirjoita viesti" });
const send = (page: Page) => page.getByRole("button", { name: "Lähetä viesti" });
const about = (page: Page) => page.getByRole("textbox", { name: /^Aihe/ });
const text = (page: Page) => page.getByRole("textbox", { name: /^Viesti/ });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const noConsent = "Potilaalle ei voi lähettää viestejä, koska hän ei ole antanut suostumustaan.";

it("PRO-08 writes to a patient who consents, who reads and answers it, and the writer owns the conversation", async () => {
  const subject = topic("Tulokset");
  const { page, context } = await nurse("Liisa");
  await openPatient(page, maja, "Maja Lindqvist");
  await undoNothing(page);
  await write(page).focus();
  await page.keyboard.press("Enter");
  // The first field has the focus; nothing is sent that lacks something.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await expect.poll(focused).toBe("subcategory_id");
  await send(page).click();
  const above = summary(page);
  for (const wrong of ["Palvelu:", "Aihe:", "Viesti:"]) {
    await above.getByRole("link", { name: new RegExp(`^${wrong}`) }).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  await choose(page, /^Palvelu/, /Kysymys hoitajalle/);
  await about(page).fill(subject);
  await text(page).fill("Kokeiden tulokset ovat tulleet.");
  await page.locator("input[type=file]").setInputFiles({ name: "tulos.png", mimeType: "image/png", buffer: png });
  await page.getByText("Tarkistettu").first().waitFor();

  // Nothing typed is lost: not by going away, not by a reload, not by a failure.
  await page.getByRole("button", { name: "Jatka myöhemmin" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Kirjoita viesti");
  await page.reload();
  await undoNothing(page);
  await write(page).click();
  await page.getByText("tulos.png").waitFor();
  expect(await about(page).inputValue()).toBe(subject);
  const mend = await fail(page, "StartPatientConversation");
  await send(page).click();
  await page
    .getByRole("alert")
    .getByText(/^Viestiä ei lähetetty\. Kirjoittamasi teksti on tallessa\./)
    .waitFor();
  expect(await text(page).inputValue()).toBe("Kokeiden tulokset ovat tulleet.");
  await mend();
  await send(page).click();
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  expect(new URL(page.url()).searchParams.get("tab")).toBe("own");

  // Unread in the patient's own inbox, with its file; the answer comes back by itself.
  const own = await resident("Maja", { width: 360 });
  await own.page.goto(`${residentUrl}/fi/inbox`);
  const row = own.page.getByRole("main").getByRole("link").filter({ hasText: subject });
  await row.getByText("Uusi viesti").waitFor();
  await row.click();
  await own.page.getByText("Kokeiden tulokset ovat tulleet.").waitFor();
  await own.page.getByText("Liisa Virtanen").first().waitFor();
  await own.page.getByText("tulos.png").waitFor();
  await own.page.getByRole("textbox", { name: "Vastaus" }).fill("Kiitos tiedosta.");
  await undoNothing(own.page);
  await own.page.getByRole("button", { name: "Lähetä" }).click();
  await page.getByText("Kiitos tiedosta.").waitFor();

  // The draft is gone with the message; the resident can see who wrote, and why they might.
  await openPatient(page, maja, "Maja Lindqvist");
  await write(page).click();
  await about(page).waitFor();
  expect(await about(page).inputValue()).toBe("");
  await own.page.goto(`${residentUrl}/fi/user/access-log`);
  const entry = own.page.getByRole("article").filter({ hasText: "Kirjoitti sinulle viestiä." }).first();
  await entry.getByText(/asiakastyö/).waitFor();
  await own.context.close();

  // A colleague is told who has it.
  const pekka = await nurse("Pekka");
  await pekka.page.getByRole("tab", { name: /Tiimi/ }).click();
  await openColleagues(pekka.page, subject);
  await pekka.page
    .getByText(/Liisa Virtanen/)
    .first()
    .waitFor();
  expect(await pekka.page.getByRole("textbox", { name: "Vastaus" }).count()).toBe(0);
  await pekka.context.close();
  await context.close();
});

it("takes the first message to a patient back for a moment, sends it when one leaves, and says so when the page went before", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa");
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/StartPatientConversation")) sent += 1;
  });
  await openPatient(page, nils, "Nils Aikio");
  await write(page).click();
  await choose(page, /^Palvelu/, /Kysymys hoitajalle/);
  const subject = topic("Kumottava");
  await about(page).fill(subject);
  await text(page).fill("Vastaa, kun ehdit.");
  await send(page).click();
  await page.getByRole("heading", { level: 2, name: "Viesti lähetetään kohta" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Kumoa" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("text");
  expect(await text(page).inputValue()).toBe("Vastaa, kun ehdit.");
  expect(sent).toBe(0);
  // Whoever loads the page anew is asked first; what was not sent is said, and is there.
  page.on("dialog", (dialog) => void dialog.accept());
  await send(page).click();
  await page.getByRole("button", { name: "Kumoa" }).waitFor();
  await page.reload();
  await write(page).click();
  await page.getByText("Viestiä ei lähetetty. Kirjoittamasi teksti on tallessa.").waitFor();
  expect(await text(page).inputValue()).toBe("Vastaa, kun ehdit.");
  expect(sent).toBe(0);
  // Whoever goes elsewhere in the app has not taken it back.
  await send(page).click();
  await page.getByRole("button", { name: "Kumoa" }).waitFor();
  await page.getByRole("link", { name: "Tehtävät" }).first().click();
  await page.getByText("Viesti lähetettiin.").waitFor();
  await page.getByRole("tab", { name: /Omat/ }).click();
  await open(page, subject);
  expect(sent).toBe(1);
  await context.close();
});

it("PRO-08 does not offer to write to a patient without consent, and says why", { tags: ["long"] }, async () => {
  const { page, context } = await nurse("Liisa", { width: 360 });
  await openPatient(page, goran, "Göran Lindqvist");
  await page.getByText("Ei annettu", { exact: true }).waitFor();
  await page.getByText(noConsent).waitFor();
  expect(await write(page).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
  await context.close();
});

/** Sends what is sent to one patient to another in the same session: the server decides by that one's consent. */
function redirect(page: Page, from: string, to: string): Promise<() => Promise<void>> {
  return intercept(page, "**/kajo.*/StartPatientConversation", (route) => {
    const sent = route.request().postDataBuffer()?.toString("latin1") ?? "";
    return route.continue({ postData: Buffer.from(sent.replace(from, to), "latin1") });
  });
}

it("PRO-08 refuses at the server when the consent has ended while the message was written, and keeps what was typed", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Karin", { width: 360 });
  const without = await openPatient(page, goran, "Göran Lindqvist");
  const patient = await openPatient(page, nils, "Nils Aikio");
  await undoNothing(page);
  await write(page).click();
  await choose(page, /^Palvelu/, /Kysymys hoitajalle/);
  const subject = topic("Suostumus");
  await about(page).fill(subject);
  await text(page).fill("Tämä ei saa kadota.");
  const mend = await redirect(page, patient, without);
  await send(page).click();
  await page
    .getByRole("alert")
    .getByText(/Potilas ei ole antanut suostumustaan viestintään, tai se on päättynyt\./)
    .waitFor();
  expect(await about(page).inputValue()).toBe(subject);
  expect(await text(page).inputValue()).toBe("Tämä ei saa kadota.");
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);
  await mend();
  // Once it is given again the same form sends it, once.
  await send(page).click();
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  const own = await resident("Nils");
  await own.page.goto(`${residentUrl}/fi/inbox`);
  const row = own.page.getByRole("main").getByRole("link").filter({ hasText: subject });
  await row.first().waitFor();
  expect(await row.count()).toBe(1);
  await own.context.close();
  await context.close();
});
