/** Surveys that are answered for somebody, until a day, and by teenagers; what professionals read of them, also on paper. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, it } from "vitest";
import { SurveyActivationService } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { violations } from "../support/axe";
import { closeBrowser } from "../support/browser";
import { authorizations, authorize } from "../support/faults";
import { intercept } from "../support/intercept";
import { openPatient } from "../support/patients";
import { nurse, professional, resident, topic } from "../support/people";
import { call } from "../support/rpc";
import { practitionerUrl, residentUrl } from "../support/stack";
import { answerAgain, keptWith, onward, pain, past, publishPain, toAnswer, words } from "../support/surveys";

afterAll(closeBrowser);
afterEach(async () => {
  await authorizations("none");
  await authorize("aino", "maija", true, false);
});

const maija = "140348-9084";
const venla = "200512A926W";
const own = `${residentUrl}/fi/surveys/omavointi`;

/** A civil day in Finland so many days ahead, as the contract writes it, and as it is typed. */
const dayIn = (ahead: number): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Helsinki" }).format(Date.now() + ahead * 86_400_000);
const typed = (day: string): string => day.split("-").toReversed().join("");

/** A survey about pain that is in force. */
async function published(title: string, unit: string) {
  const { context } = await professional("Ritva");
  const survey = await publishPain(context.request, title, unit);
  const again = (next: string) => publishPain(context.request, title, next, survey);
  return { surveyId: survey.surveyId, again, close: () => context.close() };
}

/** Somebody acts for another at the own surveys. */
async function acting(who: string, whom: string): Promise<Page> {
  const { page } = await resident(who, { width: 360 });
  await page.goto(`${residentUrl}/fi/on-behalf`);
  await page.getByRole("button", { name: "Jatka valtuuksiin" }).click();
  await page.getByRole("button", { name: whom }).click();
  await page.getByText(`Asioit henkilön ${whom} puolesta`).first().waitFor();
  await page.goto(own);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** To the first question, from the list. */
async function toQuestions(page: Page, title: string): Promise<void> {
  await page.getByRole("link").filter({ hasText: title }).click();
  await page.locator("main a[href*=fill]").click();
}

async function begin(page: Page, title: string): Promise<void> {
  await page.goto(own);
  await toQuestions(page, title);
}

async function answer(page: Page, title: string, number: string): Promise<void> {
  await toQuestions(page, title);
  await pain(page).fill(number);
  await onward(page).click();
  await page.locator("main dl").getByText(words.asked).waitFor();
  await onward(page).click();
  await page.waitForURL(/sent=true/);
}

it("SUR-04 tells who answered for a patient, breaks the plot where the unit is another one, and puts the answers alone on paper", {
  tags: ["long"],
}, async () => {
  const title = topic("Kipukysely");
  const survey = await published(title, "VAS");
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, maija, "Maija Meikäläinen");
  const patient = await resident("Maija");
  const which = { patientId, surveyId: survey.surveyId };
  await answerAgain(context.request, patient.context.request, which, [3, 6]);
  await patient.context.close();
  await survey.again("NRS");
  await survey.close();
  await call(context.request, practitionerUrl, SurveyActivationService.method.activateSurvey, which);
  const aino = await acting("Aino", "Maija Meikäläinen");
  await answer(aino, title, "4");
  await aino.context().close();

  await page.reload();
  await page.getByRole("button", { name: "Vastatut, päättyneet ja perutut kyselyt" }).click();
  await past(page).getByRole("link", { name: title }).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByText("Aino Lehtonen vastasi kyselyyn potilaan puolesta: Maija Meikäläinen").waitFor();
  const plot = page.getByRole("img", { name: new RegExp(`^${words.asked.replace("?", "\\?")}\\. 3 arvoa`) });
  await plot.waitFor();
  expect(await page.locator("[data-break]").count()).toBe(1);
  await page.getByText(/^Katkoviivan kohdalla sisältö muuttui/).waitFor();
  expect(await violations(page)).toEqual([]);

  // On paper: whose it is and what was answered, and nothing of the app around it.
  await page.emulateMedia({ media: "print" });
  await page.locator("[data-print-head]").getByText("Maija Meikäläinen").waitFor();
  await plot.waitFor();
  for (const around of ["Edellinen vastaus", "Tulosta", "Potilaan sivulle"])
    expect(await page.getByText(around).first().isVisible(), around).toBe(false);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  // Its parts stand apart.
  const edges = await page.locator("[data-print-head] ~ *").evaluateAll((parts) =>
    parts.map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  expect(edges.length).toBeGreaterThan(2);
  const touching = edges.filter(({ top }, at) => top - (edges[at - 1]?.bottom ?? Number.NEGATIVE_INFINITY) < 1);
  expect(touching).toEqual([]);
  // What is closed leaves no frame.
  const closed = await page
    .locator("figure h4")
    .evaluateAll((headings) => headings.map(({ parentElement }) => parentElement?.getClientRects().length));
  expect(new Set(closed)).toEqual(new Set([0]));
  // Paper is light, also for whoever has chosen the dark look.
  const scheme = await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    return getComputedStyle(document.documentElement).colorScheme;
  });
  expect(scheme).toBe("light");
  await context.close();
});

it("SUR-02 SUR-03 a survey is given from a day until another, told to the patient with the days that are left, and asked for by nobody before", {
  tags: ["long"],
}, async () => {
  const title = topic("Kipukysely");
  const survey = await published(title, "VAS");
  await survey.close();
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, maija, "Maija Meikäläinen");
  await page.getByRole("button", { name: "Anna kysely vastattavaksi" }).click();
  await page.getByRole("combobox", { name: /^Kysely/ }).fill(title);
  await page.getByRole("option", { name: title }).click();
  const write = async (label: RegExp, day: string) => {
    await page.getByRole("group", { name: label }).getByRole("spinbutton").first().click();
    await page.keyboard.type(typed(day));
  };
  await write(/^Vastattavissa/, dayIn(2));
  await write(/^Vastattava viimeistään/, dayIn(1));
  await page.getByRole("button", { name: "Anna kysely vastattavaksi" }).last().click();
  await page.getByRole("alert").getByRole("link").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await write(/^Vastattava viimeistään/, dayIn(9));
  await page.getByRole("button", { name: "Anna kysely vastattavaksi" }).last().click();
  await page.getByRole("status").getByText("Kysely on annettu potilaalle.").first().waitFor();
  await toAnswer(page).getByRole("listitem").filter({ hasText: title }).waitFor();

  const patient = await resident("Maija", { width: 360 });
  await patient.page.goto(own);
  await patient.page.getByRole("heading", { level: 1 }).waitFor();
  await patient.page.getByRole("list").first().waitFor();
  expect(await patient.page.getByText(title).count()).toBe(0);
  const { activateSurvey } = SurveyActivationService.method;
  const until = { patientId, surveyId: survey.surveyId, answerByDate: dayIn(9), again: true };
  await call(context.request, practitionerUrl, activateSurvey, until);
  await patient.page.reload();
  await patient.page.getByRole("link").filter({ hasText: title }).getByText("9 päivää jäljellä").waitFor();
  expect(await violations(patient.page)).toEqual([]);
  await patient.context.close();
  await context.close();
});

it("SUR-03 of two devices that send the same survey one counts, and the other is told why and shown what was sent", {
  tags: ["long"],
}, async () => {
  const title = topic("Kipukysely");
  const survey = await published(title, "VAS");
  await survey.close();
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, maija, "Maija Meikäläinen");
  const { activateSurvey } = SurveyActivationService.method;
  await call(context.request, practitionerUrl, activateSurvey, { patientId, surveyId: survey.surveyId });
  await context.close();
  const [phone, desk] = [await resident("Maija", { width: 360 }), await resident("Maija")];
  await begin(phone.page, title);
  await Promise.all([keptWith(phone.page, ""), pain(phone.page).fill("3")]);
  await onward(phone.page).click();
  // The other goes on from what is kept, and so stands before the same button.
  await begin(desk.page, title);
  await expect.poll(() => pain(desk.page).inputValue()).toBe("3");
  await onward(desk.page).click();
  const summary = "main dl";
  for (const { page: each } of [phone, desk]) await each.locator(summary).getByText(words.asked).waitFor();

  // What the desk sends is under way while the phone sends.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await intercept(desk.page, "**/SendMyAnswers", async (route) => {
    await held;
    await route.continue();
  });
  const underWay = desk.page.waitForRequest("**/SendMyAnswers");
  await onward(desk.page).click();
  await underWay;
  await onward(phone.page).click();
  await phone.page.waitForURL(/sent=true/);
  release();

  await desk.page.getByRole("alert").getByText("Kyselyyn on jo vastattu.").waitFor();
  await desk.page.locator(summary).getByText("3 VAS").waitFor();
  expect(await desk.page.getByRole("button", { name: "Lähetä", exact: true }).count()).toBe(0);
  expect(desk.page.url()).not.toContain("sent=true");
  expect(await violations(desk.page)).toEqual([]);
  await phone.context.close();
  await desk.context.close();
});

it("IDN-09 a guardian sees a survey of a teenager when the teenager shows it, and no more when it is hidden again", {
  tags: ["long"],
}, async () => {
  const title = topic("Kipukysely");
  const survey = await published(title, "VAS");
  await survey.close();
  const { page, context } = await nurse("Liisa");
  const patientId = await openPatient(page, venla, "Venla Saarinen");
  const { activateSurvey } = SurveyActivationService.method;
  await call(context.request, practitionerUrl, activateSurvey, { patientId, surveyId: survey.surveyId });
  await context.close();
  const teenager = await resident("Venla", { width: 360 });
  await teenager.page.goto(own);
  await teenager.page.getByRole("link").filter({ hasText: title }).click();
  await teenager.page.getByText("Huoltajasi eivät näe tätä kyselyä eivätkä vastauksiasi.").waitFor();
  expect(await violations(teenager.page)).toEqual([]);

  const guardian = await acting("Eino", "Venla Saarinen");
  const row = guardian.getByRole("link").filter({ hasText: title });
  expect(await row.count()).toBe(0);
  await teenager.page.getByRole("button", { name: "Näytä huoltajille" }).click();
  await teenager.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).waitFor();
  await guardian.reload();
  await row.waitFor();
  await teenager.page.getByRole("button", { name: "Älä näytä enää huoltajille" }).click();
  await teenager.page.getByRole("button", { name: "Näytä huoltajille" }).waitFor();
  await guardian.reload();
  await guardian.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await guardian.context().close();
  await teenager.context.close();
});
