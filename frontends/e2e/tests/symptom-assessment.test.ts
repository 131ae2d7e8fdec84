/** Symptoms are assessed before a chat: with consent, in one go, with the numbers to call in sight; what it comes to goes along into the chat. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { ChatPlaceService } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/place_pb";
import { newAskingQueue, newSymptoms, words } from "../support/assessments";
import { closeBrowser, visit } from "../support/browser";
import { newQueue } from "../support/chat-queues";
import {
  atChat,
  button,
  confirm,
  customer,
  inLine,
  isWell,
  reads,
  residentChat,
  told,
  waiting,
} from "../support/chats";
import { fail } from "../support/faults";
import { summary } from "../support/forms";
import { stop } from "../support/keys";
import { adminPage, choose, resident } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

/** What the pages say, in one place. */
const texts = {
  way: "Tee oirearvio ja liity",
  noEmergencyNumber: "Oirearvio ei korvaa hätänumeroa",
  minutes: "Vastaaminen kestää noin 5 minuuttia.",
  noPause: "Vastauksia ei voi tallentaa kesken. Jos suljet sivun, aloitat alusta.",
  /** The box that is ticked to begin, the only one on its page. */
  consent: /suostun/i,
  start: "Aloita oirearvio",
  /** Before it begins, and beside free text. */
  anonymously: /henkilötunnus/i,
  onward: "Jatka",
  send: /^Lähetä/,
  /** Asked before a text is sent that says who writes. */
  personal: /henkilötunnu/i,
  amend: "Muokkaa",
  failed: "Tietojen tallennus epäonnistui.",
  join: /^Liity (chattiin|jonoon)$/,
  anyway: "Liity silti chattiin",
  /** To what came of the one that was sent within the hour. */
  ownResult: /tulos/i,
  another: "Aloita uusi oirearvio",
  visitor: "Liity jonoon kirjautumatta",
  visitorGoesOn: "Jatka oirearvioon",
  leave: "Poistu jonosta",
  /** In the professionals' lists, and beside the customer. */
  urgent: "Kiireellinen",
  part: /^Oirearvio/,
  /** In the editor of a chat queue. */
  asksFirst: "Oirearvio ennen jonoon liittymistä",
  survey: /^Käytettävä oirearvio/,
  save: "Tallenna",
  saved: "Chat-jono tallennettiin.",
} as const;

const phones = ["tel:112", "tel:116117"];

/** What is typed into the free text: with somebody's number and address, and without. */
const said = {
  personal: "Kipu säteilee käteen, soita 040 765 4321 tai kirjoita eino.saarinen@posti.example",
  amended: "Kipu säteilee vasempaan käteen",
  visitor: "Nilkka turposi illan lenkillä",
} as const;

const title = (page: Page, name: RegExp | string) => page.getByRole("heading", { level: 1, name }).waitFor();
const step = (page: Page, name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const consent = (page: Page) => page.getByRole("checkbox", { name: texts.consent });
const pain = (page: Page) => page.getByRole("textbox", { name: words.pain });
const tell = (page: Page) => page.getByRole("textbox", { name: new RegExp(`^${words.tell}`) });

/** What is pressed: a button, or a link that looks like one. */
const press = (within: Locator, name: RegExp | string) =>
  within.getByRole("button", { name }).or(within.getByRole("link", { name })).first();

/** The way in, among the queues that are offered. */
const wayIn = (page: Page, queue: string) =>
  press(
    page
      .getByRole("list", { name: "Chat-jonot" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 2, name: queue }) }),
    texts.way,
  );

/** Says that they go on without signing in, where they are asked. */
async function goOnAsVisitor(page: Page, survey: string): Promise<void> {
  const asked = page
    .getByRole("dialog", { name: texts.visitor })
    .getByRole("button", { name: texts.visitorGoesOn, exact: true });
  const there = page.getByRole("heading", { level: 1, name: survey });
  await asked.or(there).first().waitFor();
  if ((await asked.count()) > 0) await asked.click();
  await there.waitFor();
}

/** Both numbers can be pressed. */
async function canCall(page: Page): Promise<void> {
  for (const phone of phones) await page.locator(`main a[href="${phone}"]`).first().waitFor();
}

/** From what it is about to the first question. */
async function begin(page: Page): Promise<void> {
  await consent(page).check();
  await button(page, texts.start).click();
  await step(page, words.alarm);
}

/** Both steps, until all is read once more. */
async function fillIn(page: Page, sign: string, number: string, text: string): Promise<void> {
  await page.getByRole("radio", { name: sign }).check();
  await button(page, texts.onward).click();
  await step(page, words.symptom);
  await pain(page).fill(number);
  await tell(page).fill(text);
  await button(page, texts.onward).click();
  await page.locator("main dl").getByText(text, { exact: true }).waitFor();
}

const send = (page: Page) => page.getByRole("button", { name: texts.send }).click();

it("CHA-09 a resident assesses symptoms with consent, is told to call first, joins all the same, and the nurse reads how urgent it is and why", {
  timeout: 240_000,
}, async () => {
  const queue = await newAskingQueue("Kiireellisten jono");
  const { page, context } = await resident("Eino", { width: 390, height: 844 });
  // Who has assessed nothing does not get in, whatever the page.
  const { joinChatQueue } = ChatPlaceService.method;
  const attempt = call(context.request, residentUrl, joinChatQueue, { chatQueueId: queue.chatQueueId });
  await expect(attempt).rejects.toThrow("with the status 9:");

  await page.goto(residentChat);
  await wayIn(page, queue.name).click();
  await page.waitForURL(`${residentUrl}/fi/triage/${queue.chatQueueId}`);
  await title(page, queue.title);
  await page.getByRole("main").getByRole("link", { name: queue.name }).waitFor();
  for (const each of [texts.noEmergencyNumber, texts.minutes, texts.noPause, texts.anonymously])
    await reads(page, each);
  await canCall(page);
  await isWell(page);

  // Without consent nothing begins.
  expect(await consent(page).isChecked()).toBe(false);
  await button(page, texts.start).click();
  await expect.poll(() => consent(page).getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => consent(page).evaluate((box) => box === document.activeElement)).toBe(true);
  expect(new URL(page.url()).searchParams.has("step")).toBe(false);
  await isWell(page);

  await begin(page);
  await canCall(page);
  await isWell(page);
  // Nothing is kept of what is not sent, nor that one has consented.
  await page.reload();
  await title(page, queue.title);
  await consent(page).waitFor();
  expect(await consent(page).isChecked()).toBe(false);
  await begin(page);

  // What says who they are is asked about before it is sent.
  await fillIn(page, words.chest, "8", said.personal);
  await canCall(page);
  await isWell(page);
  await send(page);
  const question = page.getByRole("alertdialog");
  await question.getByText(texts.personal).first().waitFor();
  await isWell(page);
  await question.getByRole("button", { name: texts.amend }).click();
  await question.waitFor({ state: "detached" });
  await step(page, words.symptom);
  expect(await tell(page).inputValue()).toBe(said.personal);
  await reads(page, texts.anonymously);
  await tell(page).fill(said.amended);
  await button(page, texts.onward).click();
  await page.locator("main dl").getByText(said.amended, { exact: true }).waitFor();

  // What fails is told, and all stays as it was.
  const mend = await fail(page, "SubmitAssessment");
  await send(page);
  await page.getByRole("alert").getByText(texts.failed).waitFor();
  for (const each of [words.chest, said.amended]) await page.locator("main dl").getByText(each).waitFor();
  await isWell(page);
  await mend();
  await send(page);

  await page.waitForURL(/step=result/);
  await reads(page, words.score);
  await reads(page, words.atOnce);
  await canCall(page);
  await expect.poll(async () => (await stop(page)).tag).toBe("h1");
  await isWell(page);
  await page.reload();
  await reads(page, words.atOnce);

  // Nobody is shut out; who joins is asked once more.
  expect(await button(page, texts.anyway).count()).toBe(0);
  await page.getByRole("button", { name: texts.join }).click();
  await button(page, texts.anyway).waitFor();
  await isWell(page);
  await button(page, texts.anyway).click();
  await inLine(page, queue.name);
  await reads(page, "Olet seuraava");

  const liisa = await atChat("Liisa");
  const row = waiting(liisa.page, queue.name);
  await row.getByText(texts.urgent).waitFor();
  await isWell(liisa.page);
  await row.click();
  await customer(liisa.page, "Eino Saarinen");
  for (const each of [texts.urgent, words.atOnce, words.chest, said.amended]) await reads(liisa.page, each);
  await isWell(liisa.page);
  await button(liisa.page, "Ota keskusteluun").click();
  await told(liisa.page, "Keskustelu alkoi.");
  for (const each of [words.atOnce, said.amended]) await reads(liisa.page, each);
  await isWell(liisa.page);
  await confirm(liisa.page, "Päätä chat");
  await Promise.all([context.close(), liisa.context.close()]);
});

it("CHA-09 somebody who is not signed in assesses symptoms, joins, leaves, and comes again with the same result", {
  timeout: 180_000,
}, async () => {
  const queue = await newAskingQueue("Kävijöiden oirejono", "everybody");
  const { page, context } = await visit({ width: 360 });
  await page.goto(residentChat);
  await wayIn(page, queue.name).click();
  await goOnAsVisitor(page, queue.title);
  await isWell(page);
  await begin(page);
  await fillIn(page, words.none, "2", said.visitor);
  await send(page);
  await reads(page, words.calm);
  await isWell(page);
  await page.getByRole("button", { name: texts.join }).click();
  await inLine(page, queue.name);
  await reads(page, "Olet seuraava");

  await confirm(page, texts.leave);
  await page.goto(residentChat);
  await wayIn(page, queue.name).click();
  await goOnAsVisitor(page, queue.title);
  await reads(page, texts.another);
  await isWell(page);
  await press(page.getByRole("main"), texts.ownResult).click();
  await reads(page, words.calm);
  await page.getByRole("button", { name: texts.join }).click();
  await inLine(page, queue.name);

  const liisa = await atChat("Liisa");
  const row = waiting(liisa.page, queue.name);
  await row.click();
  await customer(liisa.page, /^Tunnistautumaton asiakas \d+$/);
  expect(await row.getByText(texts.urgent).count()).toBe(0);
  // Where nothing is serious it is there to be opened.
  await liisa.page.getByRole("button", { name: texts.part }).click();
  for (const each of [words.calm, said.visitor]) await reads(liisa.page, each);
  await isWell(liisa.page);
  await Promise.all([context.close(), liisa.context.close()]);
});

it("CHA-09 an administrator says with which survey the symptoms are assessed in a queue, and is told when it is missing", {
  timeout: 120_000,
}, async () => {
  const { title: survey } = await newSymptoms();
  const queue = await newQueue("Kyselyä odottava jono");
  const editor = `${practitionerUrl}/fi/admin/chat/${queue.chatQueueId}`;
  const { page, context } = await adminPage(editor, queue.name);
  expect(await page.getByRole("combobox", { name: texts.survey }).count()).toBe(0);
  await page.getByRole("checkbox", { name: texts.asksFirst }).check();
  await page.getByRole("combobox", { name: texts.survey }).waitFor();
  await button(page, texts.save).click();
  await summary(page).getByRole("link", { name: texts.survey }).waitFor();
  await isWell(page);
  await choose(page, texts.survey, new RegExp(survey));
  await button(page, texts.save).click();
  await told(page, texts.saved);
  await page.goto(editor);
  await title(page, queue.name);
  const chosen = page.getByRole("combobox", { name: texts.survey }).locator("option:checked");
  await expect.poll(() => chosen.textContent()).toContain(survey);
  await context.close();

  const eino = await resident("Eino");
  await eino.page.goto(residentChat);
  await wayIn(eino.page, queue.name).click();
  await title(eino.page, survey);
  await eino.context.close();
});
