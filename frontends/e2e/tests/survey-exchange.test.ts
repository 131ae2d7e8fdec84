/** A survey goes to another system and comes from one, and so do answers to it: FHIR R4 in files and by HTTP. */
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { systemOf } from "../support/fhir";
import { newKey } from "../support/health-records";
import { addIntegrator, integrators, takeKey } from "../support/integrators";
import { openPatient } from "../support/patients";
import { adminPage, nurse, professional, resident, topic } from "../support/people";
import {
  answerHere,
  demo,
  exported,
  importFile,
  outside,
  responseElsewhere,
  sendResponse,
} from "../support/survey-exchange";
import { answerText, list, past } from "../support/surveys";

afterAll(closeBrowser);

const maija = "140348-9084";
const name = "Maija Meikäläinen";
const brought = "Tuotu toisesta järjestelmästä";

const idIn = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** What the demo asks goes into a file, comes out of it and is published under another title; its id. */
async function copyOfDemo(title: string): Promise<string> {
  const { page, context } = await professional("Ritva");
  await page.goto(`${list}?search=${encodeURIComponent(demo.asked)}`);
  await page.getByRole("link", { name: demo.title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: demo.title, exact: true }).waitFor();
  const file = await exported(page, page.getByRole("button", { name: "Vie tiedostoon" }));
  expect(file.name).toMatch(/^kipukysely.*\.json$/);
  const { resourceType, status, url, identifier } = file.resource;
  const [system, value] = [await systemOf("Survey"), idIn(page)];
  expect([resourceType, status, url]).toEqual(["Questionnaire", "active", outside(system, value)]);
  expect(identifier).toEqual([{ system, value }]);

  await page.goto(list);
  await page.getByRole("button", { name: "Tuo tiedostosta" }).waitFor();
  await importFile(page, file.name, file.text);
  await page.getByRole("heading", { level: 1, name: "Uusi kysely" }).waitFor();
  const field = page.getByRole("textbox", { name: /^Kyselyn nimi/ });
  expect(await field.inputValue()).toBe(demo.title);
  await page.getByRole("button", { name: demo.asked }).waitFor();
  expect(await violations(page)).toEqual([]);
  await field.fill(title);
  await page.getByRole("button", { name: "Julkaise" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByText(/^Julkaistu, versio 1$/).waitFor();
  await page.waitForURL(/\/surveys\/[0-9a-f-]{36}$/);
  const surveyId = idIn(page);
  expect(surveyId).not.toBe(value);
  await context.close();
  return surveyId;
}

/** The key of another system that may send answers, made in the browser. */
async function keyForAnswers(): Promise<string> {
  const { page, context } = await adminPage(integrators, "Integraattorit");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await addIntegrator(page, topic("Kyselypalvelu"), "Kyselyvastaukset");
  await page.getByRole("button", { name: "Luo uusi avain" }).click();
  const key = await takeKey(page);
  await context.close();
  return key;
}

it("SUR-09 EVT-05 a survey goes out and comes in as FHIR R4, another system sends answers to it once and for ever, and a professional reads what is wrong in them and hands them on", {
  timeout: 180_000,
}, async () => {
  const title = topic("Kipukysely");
  const surveyId = await copyOfDemo(title);
  const [key, another] = [await keyForAnswers(), await newKey()];

  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, maija, name);
  const own = await resident("Maija");
  await answerHere(context.request, own.context.request, { patientId, surveyId });
  await own.context.close();
  const words = answerText("Jomottaa selkää yöllä ja aamulla");
  const sent = await responseElsewhere({ surveyId, ssn: maija, name, words, daysAgo: 30 });
  for (const wrong of [undefined, another]) expect((await sendResponse(wrong, sent)).status).toBe(401);
  expect((await sendResponse(key, sent)).status).toBe(201);
  expect((await sendResponse(key, sent)).status).toBe(200);
  const otherwise = await sendResponse(key, { ...sent, subject: { ...sent.subject, display: "Joku Muu" } });
  expect([otherwise.status, otherwise.body.resourceType]).toEqual([409, "OperationOutcome"]);
  expect(JSON.stringify(otherwise.body)).not.toContain(maija);

  // What was answered elsewhere stands by its time before what was answered here.
  await page.reload();
  await page.getByRole("button", { name: "Vastatut, päättyneet ja perutut kyselyt" }).click();
  const elsewhere = page.getByRole("list", { name: "Toisesta järjestelmästä tuodut vastaukset" });
  await elsewhere.getByRole("listitem").filter({ hasText: title }).filter({ hasText: brought }).waitFor();
  expect(await violations(page)).toEqual([]);
  await past(page).getByRole("link", { name: title }).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  const main = page.getByRole("main");
  expect(await main.getByText(brought, { exact: true }).count()).toBe(0);
  await page.getByRole("link", { name: "Edellinen vastaus" }).click();
  await main.getByText(brought, { exact: true }).first().waitFor();
  await main.getByText(/^Vastaukset on tuotu toisesta järjestelmästä, ja osa niistä/).waitFor();
  await main.getByRole("listitem").filter({ hasText: demo.required }).first().waitFor();
  const answers = page.locator("main dl");
  for (const each of [words, demo.much]) await answers.getByText(each).first().waitFor();
  await page.getByRole("button", { name: "Kaikki vastaukset tähän kyselyyn" }).click();
  const rows = page.getByRole("list", { name: "Kaikki vastaukset tähän kyselyyn" }).getByRole("listitem");
  await rows.filter({ hasText: brought }).waitFor();
  expect(await rows.count()).toBe(2);
  expect(await violations(page)).toEqual([]);

  // Handed on as it is called here.
  const file = await exported(page, page.getByRole("button", { name: "Vie (FHIR)" }));
  expect(file.name).toMatch(/^kipukysely.*\d{4}-\d{2}-\d{2}\.json$/);
  expect(file.resource).toMatchObject({
    resourceType: "QuestionnaireResponse",
    status: "completed",
    questionnaire: sent.questionnaire,
    identifier: { system: await systemOf("Survey"), value: idIn(page) },
    subject: { identifier: sent.subject.identifier },
  });
  expect(file.text).toContain(words);
  expect(await violations(page)).toEqual([]);
  await context.close();
});
