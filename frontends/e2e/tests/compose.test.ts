/** What a professional begins: a message to a patient, a question to colleagues; and the patient's page beside it. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { summary } from "../support/forms";
import { choose, more, nurse, open, png, resident, topic, wrote } from "../support/people";
import { practitionerUrl, residentUrl } from "../support/stack";
import { undoAtLeisure, undoNothing } from "../support/undo";

afterAll(closeBrowser);

const [maja, goran] = ["280285-903R", "070851-947N"] as const;

async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: "Vahvista oikeutesi" });
  await dialog.getByText("Asiakastyö", { exact: true }).click();
  await dialog.getByRole("button", { name: button }).click();
}

async function lookUp(page: Page, ssn: string): Promise<void> {
  await page.getByRole("textbox", { name: "Henkilötunnus" }).fill(ssn);
  await page.getByRole("button", { name: "Hae potilas" }).click();
  await confirm(page, "Vahvista ja hae");
}

const next = (page: Page) => page.getByRole("button", { name: "Jatka", exact: true }).click();
const step = (page: Page, name: RegExp) => page.getByRole("heading", { level: 2, name }).waitFor();
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

it("CON-10 writes a new message in steps: the customer, the message, who sees it, and off it goes, or why it cannot", async () => {
  const subject = topic("Kutsu");
  const { page, context } = await nurse("Liisa", { width: 360 });
  await page.getByRole("link", { name: "Uusi viesti" }).click();
  await step(page, /Valitse asiakas/);
  // Nobody goes on without a customer.
  await next(page);
  await summary(page).getByText("Hae asiakas ensin", { exact: false }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await width(page)).toBeLessThanOrEqual(0);

  // Who has not consented is not written to: the reason is said, and nothing is sent.
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/StartPatientConversation")) sent += 1;
  });
  await lookUp(page, goran);
  await page.getByText("Potilaalle ei voi lähettää viestejä, koska hän ei ole antanut suostumustaan.").waitFor();
  expect(await page.getByRole("button", { name: "Lähetä viesti" }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await lookUp(page, maja);
  await step(page, /Kirjoita viesti/);
  await next(page);
  for (const wrong of ["Palvelu:", "Aihe:", "Viesti:"]) {
    await summary(page)
      .getByRole("link", { name: new RegExp(`^${wrong}`) })
      .waitFor();
  }
  // Messages that professionals begin together have queues of their own beside those that residents write to.
  await choose(page, /^Palvelu/, /Yhteiset viestit/);
  await page.getByRole("textbox", { name: /^Aihe/ }).fill(subject);
  await page.getByRole("textbox", { name: /^Viesti/ }).fill("Soita, niin sovitaan aika.");
  await next(page);
  await step(page, /Kuka näkee viestin/);
  expect(await violations(page)).toEqual([]);
  // First among the team: the customer learns of it with the first message that reaches them.
  await choose(page, /Kuka näkee viestin/, /^Tiimi/);
  await undoAtLeisure(page);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("button", { name: "Kumoa" }).click();
  expect(sent).toBe(0);
  await page.getByRole("button", { name: "Lähetä viesti" }).click();
  await page.getByRole("button", { name: "Lähetä heti" }).click();
  await undoNothing(page);
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  await page.getByText("Sinä käsittelet tätä keskustelua.").waitFor();
  expect(sent).toBe(1);
  const own = await resident("Maja");
  await own.page.goto(`${residentUrl}/fi/inbox`);
  await own.page.getByRole("heading", { level: 1 }).waitFor();
  const row = own.page.getByRole("main").getByRole("link").filter({ hasText: subject });
  expect(await row.count()).toBe(0);
  await page.getByRole("textbox", { name: "Vastaus" }).fill("Hei Maja, soittaisitko meille?");
  await page.getByRole("button", { name: "Lähetä", exact: true }).click();
  await row.click();
  await own.page.getByText("Hei Maja, soittaisitko meille?").waitFor();
  expect(await own.page.getByText("Soita, niin sovitaan aika.").count()).toBe(0);
  await own.context.close();
  await context.close();
});

it("CON-09 asks for a consultation in two steps: from the inbox, from a patient's page and from a conversation, and professionals alone read it", {
  tags: ["long"],
}, async () => {
  const { page, context } = await nurse("Liisa");
  const question = topic("Haava");
  await page.getByRole("link", { name: "Pyydä konsultaatiota" }).click();
  await step(page, /Valitse asiakas/);
  // No consent is needed: the patient takes no part.
  await lookUp(page, goran);
  await step(page, /Valitse ryhmä ja lähetä kysymys/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Pyydä konsultaatiota" }).click();
  await summary(page).waitFor();
  await choose(page, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
  await page.getByRole("textbox", { name: /^Aihe/ }).fill(question);
  await page.getByRole("textbox", { name: /^Kysymys/ }).fill("Miltä haava näyttää?");
  await page.locator("input[type=file]").setInputFiles({ name: "haava.png", mimeType: "image/png", buffer: png });
  await page.getByText("Tarkistettu").first().waitFor();
  await page.getByRole("button", { name: "Pyydä konsultaatiota" }).click();
  await page.getByText("Konsultaatiota on pyydetty").waitFor();
  await open(page, question);
  await page.getByText("haava.png").waitFor();
  // The one who asked may write, and ends what they own alone.
  await page.getByRole("textbox", { name: "Vastaus" }).waitFor();
  await page.getByRole("button", { name: "Muut toiminnot" }).click();
  await page.getByRole("button", { name: "Avaa potilaan sivu" }).waitFor();
  expect(await page.getByRole("button", { name: /^Päätä/ }).count()).toBe(0);
  await page.keyboard.press("Escape");

  // From a patient's page the patient is given.
  await page.goto(`${practitionerUrl}/fi/patient`);
  await lookUp(page, goran);
  await page.getByRole("button", { name: "Kirjoita kysymys" }).click();
  await choose(page, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
  const second = topic("Toinen");
  await page.getByRole("textbox", { name: /^Aihe/ }).fill(second);
  await page.getByRole("textbox", { name: /^Kysymys/ }).fill("Entä tämä?");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Pyydä konsultaatiota" }).click();
  await open(page, second);

  // From a conversation it is the one who wrote; who is asked answers, and the resident learns nothing of it.
  const about = topic("Neuvoa");
  await wrote("Aino", [about, "Saako saunoa?"]);
  await page.getByRole("tab", { name: /Uudet/ }).click();
  await open(page, about);
  await page.getByRole("button", { name: "Ota käsittelyyn" }).click();
  await more(page, /Pyydä konsultaatiota/);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Aino", { exact: false }).first().waitFor();
  await choose(page, /Jono, jolta pyydetään/, /Hoitajan konsultaatio/);
  await dialog.getByRole("textbox", { name: /^Kysymys/ }).fill("Mitä sanot saunasta?");
  await dialog.getByRole("button", { name: "Pyydä konsultaatiota" }).click();
  await page.getByRole("button", { name: "Avaa konsultaatio" }).click();
  await page.getByText("Mitä sanot saunasta?").waitFor();
  const aino = await resident("Aino");
  await aino.page.goto(`${residentUrl}/fi/inbox`);
  await aino.page.getByRole("main").getByRole("link").filter({ hasText: about }).click();
  await aino.page.getByText("Saako saunoa?").waitFor();
  expect(await aino.page.getByText(/saunasta|konsult/i).count()).toBe(0);
  await aino.context.close();
  await context.close();
});

it("shows a patient's conversations on the patient's page, and leads there from a conversation on a confirmed right", {
  tags: ["long"],
}, async () => {
  const about = topic("Sivulle");
  await wrote("Aino", [about, "Milloin ehdin?"]);
  const { page, context } = await nurse("Liisa");
  await open(page, about);
  await more(page, /Avaa potilaan sivu/);
  await confirm(page, "Avaa potilaan sivu");
  await page.getByRole("heading", { level: 3, name: "Keskustelut" }).waitFor();
  await page.getByRole("button", { name: new RegExp(about) }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: new RegExp(about) }).click();
  await page.getByRole("heading", { level: 2, name: about }).waitFor();
  await page.getByText("Milloin ehdin?").waitFor();
  await context.close();
});
