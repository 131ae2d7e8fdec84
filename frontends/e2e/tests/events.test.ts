/** Everything that has happened and is to come, as one page (EVT): each kind in its place, narrowed, live, and where a list cannot be had. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { closeBrowser } from "../support/browser";
import { isWell } from "../support/chats";
import { giveTask, withdrawTask } from "../support/customer-tasks";
import { chip, history, type Lived, liveThrough, settle, upcoming } from "../support/events";
import { fail, serverWords } from "../support/faults";
import { enter } from "../support/keys";
import { openPatient } from "../support/patients";
import { nurse, resident, topic } from "../support/people";
import { startConversation, writeMessage } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";

afterAll(closeBrowser);

const events = `${residentUrl}/fi/events`;
const nils = ["010190-999W", "Nils Aikio"] as const;

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const items = (part: Locator) => part.getByRole("listitem");
/** What stands there of the one that is called so. */
const item = (part: Locator, called: string) => items(part).filter({ hasText: called }).first();
const leadsTo = (part: Locator, called: string) => item(part, called).getByRole("link").first().getAttribute("href");

/** Which of these stand in a part of the page, in its order: others have lived, too. */
async function standing(part: Locator, called: readonly string[]): Promise<readonly string[]> {
  const texts = await items(part).getByRole("link").allTextContents();
  return texts.flatMap((text) => called.filter((each) => text.includes(each)));
}

/**
 * As the history has it, the newest first: an appointment stands at its time, also when it was cancelled. A prescription stands behind what
 * happened on its day, where others may have lived more than is shown at first.
 */
const lately = ({ service, labResult, content, survey, doneTask, chat, form, waiting, answered }: Lived) => [
  service,
  labResult,
  content,
  survey,
  doneTask,
  chat,
  form,
  waiting,
  answered,
];

/** Each kind by its chip and its word in the address. */
const kinds = ({ service, survey, doneTask, chat, form, waiting, answered, content, labResult, medication }: Lived) =>
  [
    ["Viestit", "messages", [waiting, answered]],
    ["Chatit", "chats", [chat]],
    ["Ajanvaraukset", "appointments", [service]],
    ["Hakemukset", "applications", [form]],
    ["Tehtävät", "tasks", [doneTask]],
    ["Ohjeet", "contents", [content]],
    ["Laboratoriotulokset", "labresults", [labResult]],
    ["Reseptit", "prescriptions", [medication]],
    ["Kyselyt", "surveys", [survey]],
  ] as const;

async function openEvents(page: Page): Promise<void> {
  await page.goto(events);
  await title(page, "Tapahtumat");
}

/** Each leads to its own page. */
async function leadHome(page: Page, own: Lived): Promise<void> {
  const [coming, over] = [upcoming(page), history(page)];
  expect(await leadsTo(over, own.service)).toContain(`/fi/appointment/${own.cancelled}`);
  expect(await leadsTo(over, own.survey)).toMatch(/\/fi\/surveys\/omavointi\/[0-9a-f-]{36}/);
  expect(await leadsTo(over, own.doneTask)).toContain(`/fi/task/${own.doneTaskId}`);
  expect(await leadsTo(over, own.chat)).toContain(`/fi/events/transcript/${own.endedChatId}`);
  expect(await leadsTo(over, own.form)).toContain(`/fi/inbox/conversation/${own.formId}/messages`);
  expect(await leadsTo(over, own.answered)).toContain(`/fi/inbox/conversation/${own.answeredId}/messages`);
  expect(await leadsTo(over, own.content)).toContain(`/fi/content/${own.readContentId}`);
  expect(await leadsTo(over, own.labResult)).toContain(`/fi/events/labresults/${own.labResultId}`);
  expect(await leadsTo(coming, own.content)).toContain(`/fi/content/${own.contentId}`);
  expect(await leadsTo(coming, own.service)).toContain(`/fi/appointment/${own.booked}`);
  expect(await leadsTo(coming, own.survey)).toContain(`/fi/surveys/omavointi/${own.surveyActivationId}`);
  expect(await leadsTo(coming, own.openTask)).toContain(`/fi/task/${own.openTaskId}`);
  expect(await leadsTo(coming, own.chat)).toContain(`/fi/chat/${own.chatId}`);
}

it("EVT-01 shows what is to come apart from all that happened, the newest first, narrows it by kind, follows what happens, and leads to each by keyboard on a phone", {
  timeout: 240_000,
}, async () => {
  const { page, context } = await resident("Nils", { width: 360 });
  const liisa = await nurse("Liisa");
  const patientId = await openPatient(liisa.page, ...nils);
  const both = { resident: context.request, nurse: liisa.context.request, patientId, ssn: nils[0] };
  const own = await liveThrough(both);
  const all = lately(own);

  await openEvents(page);
  await expect.poll(() => standing(history(page), all)).toEqual(all);
  const coming = [own.service, own.survey, own.openTask, own.chat, own.content];
  for (const each of coming) await item(upcoming(page), each).waitFor();
  const overAlone = [own.doneTask, own.form, own.waiting, own.answered, own.labResult, own.medication];
  expect(await standing(upcoming(page), overAlone)).toEqual([]);
  expect(await standing(history(page), [own.openTask])).toEqual([]);
  await item(history(page), own.answered)
    .getByText(/1 (uusi|lukematon)/)
    .first()
    .waitFor();
  await leadHome(page, own);
  await isWell(page);

  // Narrowed to one kind, which stands in the address and so outlives a reload.
  await chip(page, "Kaikki", true).waitFor();
  const known = [...all, own.medication];
  for (const [name, kind, called] of kinds(own)) {
    await chip(page, name).click();
    await page.waitForURL((url) => url.searchParams.get("kind") === kind);
    await chip(page, name, true).waitFor();
    await expect.poll(() => standing(history(page), known)).toEqual(called);
    if (kind === "prescriptions")
      expect(await leadsTo(history(page), own.medication)).toContain(`/fi/events/prescriptions/${own.prescriptionId}`);
  }
  await isWell(page);
  await page.reload();
  await chip(page, "Kyselyt", true).waitFor();
  await expect.poll(() => standing(history(page), all)).toEqual([own.survey]);
  await item(upcoming(page), own.openTask).waitFor();

  // By the keys from the chip to the page of what it shows, and back to the same choice.
  for (const [name, called, heading] of [
    ["Kaikki", own.service, own.service],
    ["Kyselyt", own.survey, own.survey],
    ["Chatit", own.chat, "Keskustelun teksti"],
  ] as const) {
    await chip(page, name).press("Enter");
    await chip(page, name, true).waitFor();
    await item(history(page), called).waitFor();
    await enter(page, new RegExp(called));
    await title(page, heading);
    await page.goBack();
    await title(page, "Tapahtumat");
    await chip(page, name, true).waitFor();
  }

  // A new answer brings its conversation to the top while one looks.
  await chip(page, "Viestit").press("Enter");
  await expect.poll(() => standing(history(page), all)).toEqual([own.waiting, own.answered]);
  await writeMessage(both.nurse, practitionerUrl, own.answeredId, "Tulokset tulivat jo tänään.");
  await expect.poll(() => standing(history(page), all)).toEqual([own.answered, own.waiting]);
  expect(await items(history(page)).getByRole("link").first().textContent()).toContain(own.answered);
  await item(history(page), own.answered)
    .getByText(/2 (uutta|lukematonta)/)
    .first()
    .waitFor();

  // What is over goes from one part to the other.
  await settle(both, own);
  await page.goto(`${events}?kind=chats`);
  await expect.poll(() => standing(history(page), [own.chat])).toEqual([own.chat, own.chat]);
  await expect.poll(() => standing(upcoming(page), coming)).toEqual([]);

  for (const [language, heading] of [
    ["sv", "Händelser"],
    ["sms", "Šõddmõõžž"],
  ] as const) {
    await page.goto(`${residentUrl}/${language}/events`);
    await title(page, heading);
    await page.locator("main li a").first().waitFor();
    await isWell(page);
  }
  await Promise.all([context.close(), liisa.context.close()]);
});

it("EVT-01 shows older events page by page, and moves nothing that stands there already", {
  tags: ["long"],
}, async () => {
  const pekka = await nurse("Pekka");
  const patientId = await openPatient(pekka.page, ...nils);
  // More than the app asks for at a time.
  const words = topic("Peruttu tehtävä");
  const titles = Array.from({ length: 24 }, (_, number) => `${words}, osa ${number + 1}.`);
  for (const each of titles) {
    await withdrawTask(pekka.context.request, await giveTask(pekka.context.request, patientId, each));
  }
  await pekka.context.close();
  const newestFirst = titles.toReversed();

  const { page, context } = await resident("Nils", { width: 360 });
  await page.goto(`${events}?kind=tasks`);
  await chip(page, "Tehtävät", true).waitFor();
  await item(history(page), newestFirst[0] ?? "").waitFor();
  const more = history(page).getByRole("button", { name: "Näytä lisää" });
  await more.waitFor();
  const before = await standing(history(page), titles);
  expect(before).toEqual(newestFirst.slice(0, before.length));
  expect(before.length).toBeLessThan(titles.length);
  await isWell(page);
  await more.press("Enter");
  await expect.poll(() => standing(history(page), titles)).toEqual(newestFirst);
  await isWell(page);
  await context.close();
});

const historyFailed = "Tapahtumahistorian lataaminen epäonnistui.";
const upcomingFailed = "Tulevien tapahtumien hakeminen epäonnistui.";

/** Lists of which each part shows one half. */
const inBoth = ["ListMyAppointments", "ListMySurveys", "ListMyCustomerTasks", "ListMyContents"] as const;
const kindsInBoth = ["Ajanvaraukset", "Kyselyt", "Tehtävät", "Ohjeet"] as const;
/** Lists of what is over alone. */
const inHistory = ["ListMyConversations", "ListMyEndedChats", "ListMyLabResults", "ListMyPrescriptions"] as const;

const saysOf = (part: Locator, kind: string) => part.getByText(`${kind}: lataaminen epäonnistui`).first();

const again = (part: Locator) => part.getByRole("button", { name: /^Yritä uudelleen/ });

/** Presses what is offered until nothing of the part is missing. */
async function tryAgain(part: Locator): Promise<void> {
  for (let left = await again(part).count(); left > 0; left = await again(part).count()) {
    await again(part).first().press("Enter");
    await expect.poll(() => again(part).count()).toBeLessThan(left);
  }
}

/** Something, or that there is nothing. */
const isThere = (part: Locator, nothing: string) =>
  items(part).getByRole("link").first().or(part.getByText(nothing)).first().waitFor();

it("EVT-04 tells apart that the history could not be loaded, what is to come could not be fetched, and one kind alone is missing, each with a way to try again", {
  tags: ["long"],
}, async () => {
  const about = topic("Luettelossa näkyvä");
  const { page, context } = await resident("Nils", { width: 360 });
  await startConversation(context.request, about, "Hyvää päivää.");
  const [coming, over] = [upcoming(page), history(page)];
  /** Opens the page while these calls fail; what is answered ends that. */
  const openWithout = async (calls: readonly string[]) => {
    const mends = await Promise.all(calls.map((each) => fail(page, each)));
    await openEvents(page);
    return () => Promise.all(mends.map((mend) => mend()));
  };

  // Nothing of the history: of what is to come, the chats are there, and what is missing is named.
  const mendHistory = await openWithout([...inBoth, ...inHistory]);
  await over.getByText(historyFailed).waitFor();
  for (const kind of kindsInBoth) await saysOf(coming, kind).waitFor();
  expect(await page.getByText(upcomingFailed).count()).toBe(0);
  expect(await serverWords(page)).toEqual([]);
  await isWell(page);
  await mendHistory();
  await tryAgain(over);
  await item(over, about).waitFor();
  await tryAgain(coming);
  await isThere(coming, "Ei tulevia tapahtumia.");
  await expect.poll(() => page.getByText(/epäonnistui/).count()).toBe(0);

  // Nothing of what is to come: the history has the rest.
  const mendUpcoming = await openWithout([...inBoth, "ListMyChats"]);
  await coming.getByText(upcomingFailed).waitFor();
  await item(over, about).waitFor();
  for (const kind of kindsInBoth) await saysOf(over, kind).waitFor();
  expect(await page.getByText(historyFailed).count()).toBe(0);
  expect(await serverWords(page)).toEqual([]);
  await isWell(page);
  await mendUpcoming();
  await tryAgain(coming);
  await isThere(coming, "Ei tulevia tapahtumia.");
  await tryAgain(over);
  await expect.poll(() => page.getByText(/epäonnistui/).count()).toBe(0);

  // One kind alone.
  const mendChats = await openWithout(["ListMyEndedChats"]);
  await saysOf(over, "Chatit").waitFor();
  await item(over, about).waitFor();
  expect([await again(over).count(), await again(coming).count()]).toEqual([1, 0]);
  await isWell(page);
  await mendChats();
  await tryAgain(over);
  await saysOf(over, "Chatit").waitFor({ state: "detached" });
  await item(over, about).waitFor();
  await context.close();
});
