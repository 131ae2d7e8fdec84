/** Tasks that professionals give to patients: given, done, taken back, and what becomes of those that are not done in time. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { databaseOf, schemasOf } from "../support/database";
import { fail } from "../support/faults";
import { summary } from "../support/forms";
import { openPatient } from "../support/patients";
import { choose, nurse, open, resident, topic } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";

const sql = databaseOf("conversations");

afterAll(async () => {
  await closeBrowser();
  await sql.end();
});

const [maja, nils, goran] = ["280285-903R", "010190-999W", "070851-947N"] as const;
/** A minute passes, and the professionals have the task. */
const expiryMs = 150_000;

const give = (page: Page) => page.getByRole("button", { name: "Anna tehtävä" });
const openTasks = (page: Page) => page.getByRole("list", { name: "Avoimet tehtävät" });
const over = (page: Page) => page.getByRole("list", { name: "Tehdyt ja perutut tehtävät" });
const task = (page: Page, title: string) => openTasks(page).getByRole("listitem").filter({ hasText: title });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function giveTask(page: Page, title: string, due?: { readonly unit: RegExp; readonly amount?: string }) {
  await give(page).click();
  await page.getByRole("textbox", { name: /^Otsikko/ }).fill(title);
  await page.getByRole("textbox", { name: /^Ohje potilaalle/ }).fill("Mittaa verenpaine aamuin illoin.");
  if (due) {
    await choose(page, /^Tehtävä viimeistään/, due.unit);
    if (due.amount) {
      await page.getByRole("textbox", { name: /^Kuinka monta/ }).fill(due.amount);
      await page.keyboard.press("Tab");
    }
  }
  await give(page).last().click();
  await page.getByText("Tehtävä on annettu potilaalle.").waitFor();
  await task(page, title).waitFor();
}

async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: button });
  await dialog.getByRole("button", { name: button }).click();
}

it("CON-22 CON-23 a professional gives tasks that the patient sees, opens and marks done, and both see who did", {
  timeout: 120_000,
}, async () => {
  const [title, soon] = [topic("Verenpaine"), topic("Soita meille")];
  const { page, context } = await nurse("Liisa");
  await openPatient(page, maja, "Maja Lindqvist");
  // Nothing is given that lacks something; the queue proposes until when.
  await give(page).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
    .toMatch(/subcategory_id|title/);
  await give(page).last().click();
  for (const wrong of ["Otsikko:", "Ohje potilaalle:"]) {
    await summary(page)
      .getByRole("link", { name: new RegExp(`^${wrong}`) })
      .waitFor();
  }
  expect(await violations(page)).toEqual([]);
  // What is typed outlives a failure, and going away.
  await page.getByRole("textbox", { name: /^Otsikko/ }).fill(title);
  await page.getByRole("textbox", { name: /^Ohje potilaalle/ }).fill("Mittaa verenpaine aamuin illoin.");
  const mend = await fail(page, "ActivateCustomerTask");
  await give(page).last().click();
  await page.getByText(/^Tehtävää ei annettu\. Kirjoittamasi teksti on tallessa\./).waitFor();
  await mend();
  await page.getByRole("button", { name: "Jatka myöhemmin" }).click();
  await give(page).click();
  expect(await page.getByRole("textbox", { name: /^Otsikko/ }).inputValue()).toBe(title);
  await give(page).last().click();
  await task(page, title).getByText("3 päivää jäljellä").waitFor();
  await giveTask(page, soon, { unit: /Mahdollisimman pian/ });
  await task(page, soon).getByText("Mahdollisimman pian").waitFor();
  expect(await violations(page)).toEqual([]);

  // On the patient's first page, the most urgent first.
  const own = await resident("Maja", { width: 360 });
  await own.page.goto(`${residentUrl}/fi/`);
  const mine = own.page.getByRole("list", { name: "Tehtäväsi" }).getByRole("link");
  await mine.filter({ hasText: title }).getByText("3 päivää jäljellä").waitFor();
  await mine.filter({ hasText: soon }).getByText("Mahdollisimman pian").waitFor();
  expect(await width(own.page)).toBeLessThanOrEqual(0);
  await mine.filter({ hasText: title }).click();
  await own.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await own.page.getByText("Mittaa verenpaine aamuin illoin.").waitFor();
  await own.page.getByText(/Liisa Virtanen/).waitFor();
  // With the content that the queue gives along, as it is published.
  await own.page.getByRole("heading", { level: 2, name: "Mittaa verenpaineesi kotona" }).waitFor();
  await own.page.getByRole("listitem").filter({ hasText: "Istu viisi minuuttia." }).waitFor();
  expect(await violations(own.page)).toEqual([]);
  expect(await width(own.page)).toBeLessThanOrEqual(0);
  const address = own.page.url();

  // Two days after its time it says so, and on its last day too: its row is moved, as the days of a test do not pass.
  const id = address.split("/").at(-1) ?? "";
  for (const [days, words] of [
    [5, "myöhässä 2 päivää"],
    [-2, "tänään"],
  ] as const) {
    for (const schema of await schemasOf(sql, "customer_tasks"))
      await sql`update ${sql(`${schema}.customer_tasks`)} set due_at = due_at - make_interval(days => ${days})
        where customer_task_id = ${id}`;
    await own.page.goto(address);
    await own.page.getByText(words, { exact: true }).waitFor();
  }

  // A content that cannot be fetched keeps nobody from the rest.
  const mendContent = await fail(own.page, "GetPublishedContent");
  await own.page.goto(address);
  await own.page.getByText("Sisällön haku epäonnistui.").waitFor();
  await own.page.getByText("Mittaa verenpaine aamuin illoin.").waitFor();
  await mendContent();
  await own.page.getByRole("button", { name: "Yritä uudelleen" }).click();
  await own.page.getByRole("heading", { level: 2, name: "Mittaa verenpaineesi kotona" }).waitFor();
  // In Skolt Sami, in which it is not written, in Finnish and as such.
  await own.page.goto(address.replace("/fi/", "/sms/"));
  await own.page.locator("h2[lang=fi]").filter({ hasText: "Mittaa verenpaineesi kotona" }).waitFor();
  expect(await violations(own.page)).toEqual([]);
  await own.page.goto(address);

  // A failure says so, in the words of the specification; then it is done, and says so on both sides.
  const mendMark = await fail(own.page, "MarkMyCustomerTaskDone");
  await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await own.page.getByText(/^Tehtävän merkitseminen tehdyksi epäonnistui\./).waitFor();
  await mendMark();
  await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await own.page.getByText(/^Tehtävä on tehty\. Maja Lindqvist merkitsi sen tehdyksi/).waitFor();
  expect(await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).count()).toBe(0);
  expect(await violations(own.page)).toEqual([]);
  await page.getByRole("button", { name: "Näytä tehdyt ja perutut" }).click();
  await over(page)
    .getByRole("listitem")
    .filter({ hasText: title })
    .getByText(/Potilas merkitsi tehdyksi .*: Maja Lindqvist/)
    .waitFor();

  // The professional marks the other one done; the patient sees who did.
  await task(page, soon).getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await confirm(page, "Merkitse tehdyksi");
  await over(page)
    .getByRole("listitem")
    .filter({ hasText: soon })
    .getByText(/Ammattilainen merkitsi tehdyksi .*: Liisa Virtanen/)
    .waitFor();
  await own.page.goto(`${residentUrl}/fi/`);
  await own.page.getByRole("button", { name: "Näytä tehdyt tehtävät" }).click();
  const finished = own.page.getByRole("list", { name: "Tehdyt ja perutut tehtävät" }).getByRole("link");
  await finished.filter({ hasText: soon }).click();
  await own.page.getByText(/Liisa Virtanen merkitsi sen tehdyksi/).waitFor();

  // A third one is taken back while the patient looks at it.
  const third = topic("Peruttava");
  await giveTask(page, third);
  await own.page.goto(`${residentUrl}/fi/`);
  await mine.filter({ hasText: third }).click();
  await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).waitFor();
  await task(page, third).getByRole("button", { name: "Peru tehtävä" }).click();
  await confirm(page, "Peru tehtävä");
  await own.page.getByText(/^Tehtävä on peruttu/).waitFor();
  expect(await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).count()).toBe(0);
  await own.context.close();

  // Who does not consent is given none.
  await openPatient(page, goran, "Göran Lindqvist");
  await page.getByText(/^Potilaalle ei voi antaa tehtäviä/).waitFor();
  expect(await give(page).count()).toBe(0);
  await context.close();
});

it("CON-24 CON-26 a task that is not done in time comes to the inbox by itself, and ends there when the patient has done it", {
  tags: ["long"],
}, async () => {
  const title = topic("Heti");
  const { page, context } = await nurse("Liisa");
  await openPatient(page, nils, "Nils Aikio");
  await giveTask(page, title, { unit: /Minuuttia/, amount: "1" });
  const own = await resident("Nils", { width: 360 });
  await own.page.goto(`${residentUrl}/fi/`);
  await own.page.getByRole("list", { name: "Tehtäväsi" }).getByRole("link").filter({ hasText: title }).click();
  await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).waitFor();

  await page.goto(`${practitionerUrl}/fi/inbox`);
  const row = page.getByRole("button").filter({ hasText: title });
  await row.getByText("Potilaan tehtävä").waitFor({ timeout: expiryMs });
  await open(page, title);
  const about = page.getByRole("article");
  await about.getByText("Ei tehty ajoissa").waitFor();
  await about.getByText("Mittaa verenpaine aamuin illoin.").waitFor();
  await about.getByText(/^myöhässä/).waitFor();
  expect(await violations(page)).toEqual([]);

  // The patient is told without doing anything, and can do it still.
  await own.page.getByText(/^Tehtävän aika on päättynyt/).waitFor();
  await own.page.getByRole("link", { name: "Avaa keskustelu" }).click();
  await own.page.getByRole("heading", { level: 1, name: title }).waitFor();
  await own.page.getByRole("link", { name: "Avaa tehtävä" }).click();
  await own.page.getByRole("button", { name: "Merkitse tehdyksi" }).click();
  await own.page.getByText(/^Tehtävä on tehty\. Nils Aikio/).waitFor();

  // The professional sees both: what the patient did, and that the conversation is over.
  await about.getByText(/Potilas merkitsi tehdyksi .*: Nils Aikio/).waitFor();
  await about.getByText("Keskustelu on päättynyt. Siihen ei voi enää kirjoittaa.").first().waitFor();
  await about
    .getByText(/Nils Aikio/)
    .first()
    .waitFor();
  await own.context.close();
  await context.close();
});
