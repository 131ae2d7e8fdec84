/** Surveys as people build, give, answer and read them: what stands where on their pages, and answers without pages. */
import type { APIRequestContext, Locator, Page, Response } from "playwright-core";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import { SurveyActivationService } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { MySurveyService } from "../../shared/src/rpc/gen/kajo/survey/v1/my_survey_pb";
import { type Item, ItemType } from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { SurveyService, SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import { enter, tabTo } from "./keys";
import { keepWritten } from "./privacy/record";
import { call } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

export const list = `${practitionerUrl}/fi/admin/surveys`;
export const access = `${list}/access`;

/** What the survey of the journey is made of. */
export const words = {
  step: "Kipu",
  asked: "Kuinka kova kipu on?",
  askedThen: "Missä kipu tuntuu?",
  score: "Kivun voimakkuus",
  little: "Lievä kipu",
  much: "Voimakas kipu",
} as const;

const backwards = "Shift+Tab";

/** From one tab of the builder to another by the arrow keys: how far it is to the right. */
export async function toTab(page: Page, from: RegExp, steps: number): Promise<void> {
  await tabTo(page, from, backwards);
  for (let step = 0; step < Math.abs(steps); step += 1)
    await page.keyboard.press(steps > 0 ? "ArrowRight" : "ArrowLeft");
}

async function check(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Space");
}

async function write(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** What the survey itself is. */
export async function writeDetails(page: Page, title: string): Promise<void> {
  await write(page, /^Kyselyn nimi/, title);
  await check(page, /^Omavointi/);
  await check(page, /^Terveydenhuolto/);
}

/** A step, which has the focus on its title when it is there. */
export async function addStep(page: Page, title: string): Promise<void> {
  await tabTo(page, /^Lisää vaihe$/, backwards);
  await page.keyboard.press("Enter");
  await focused(page, /Vaiheen otsikko/);
  await page.keyboard.type(title);
}

/** A question, within the step that was added last or behind the one that is chosen. */
export async function addQuestion(page: Page, question: string, type: string, place: "within" | "behind") {
  if (place === "within") await enter(page, /^Lisää kohta tähän/);
  else {
    await tabTo(page, /^Lisää kohta$/, backwards);
    await page.keyboard.press("Enter");
  }
  await focused(page, /^Kysymys/);
  await page.keyboard.type(question);
  await tabTo(page, /^Kohdan tyyppi/, backwards);
  await page.keyboard.type(type);
}

/** A number that must be given, from nothing to ten. */
export async function limit(page: Page): Promise<void> {
  await check(page, /^Vastaus on pakollinen/);
  await write(page, /^Pienin/, "0");
  await write(page, /^Suurin/, "10");
}

/** Shown when the answer before is at least so much. */
export async function showFrom(page: Page, value: string): Promise<void> {
  await enter(page, /^Lisää ehto/);
  await focused(page, /^Aiempi kysymys/);
  await tabTo(page, /^Ehto/);
  // What is said most often is the first.
  await page.keyboard.press("Home");
  await write(page, /^Vertailuarvo/, value);
  await page.keyboard.press("Tab");
  await page.getByText(`Näytetään, kun ”${words.asked}” on vähintään ”${value}”.`).waitFor();
}

/** The sum of the number, with what it means from nothing and from five on. */
export async function addScore(page: Page): Promise<void> {
  await enter(page, /^Lisää pistemäärä/);
  await focused(page, /^Pistemäärän nimi/);
  await page.keyboard.type(words.score);
  await check(page, /^Kuinka kova kipu on/);
  await check(page, /^Näytetään vastaajalle/);
  for (const [from, text, level] of [
    ["0", words.little, "Tavallinen"],
    ["5", words.much, "Vakava"],
  ] as const) {
    await enter(page, /^Lisää tulkinta/);
    await focused(page, /^Alkaen/);
    await page.keyboard.press("Control+a");
    await page.keyboard.type(from);
    await write(page, /^Tulkinta suomeksi/, text);
    await tabTo(page, /^Taso/);
    await page.keyboard.type(level);
  }
}

/** From gap to gap by the keys, until there is none. */
export async function translateAll(page: Page): Promise<void> {
  const complete = page.getByText("Kaikki tekstit on kirjoitettu kaikilla kielillä.");
  await enter(page, /^Seuraava puuttuva/);
  for (let gap = 0; gap < 40 && (await complete.count()) === 0; gap += 1) {
    const name = await page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
    const language = name.split(".").at(-1);
    if (!name.startsWith("translate.")) throw new Error(`${name} is no field of a translation`);
    await page.keyboard.type(`${language} ${gap}`);
    await page.keyboard.press("Control+Enter");
  }
  await complete.waitFor();
}

/** Until the field that somebody is led to has the focus. */
async function focused(page: Page, label: RegExp): Promise<void> {
  await page.waitForFunction(
    ([source = "", flags]) => {
      const { labels } = document.activeElement as HTMLInputElement;
      return [...(labels ?? [])].some(({ textContent }) => new RegExp(source, flags).test(textContent ?? ""));
    },
    [label.source, label.flags],
  );
}

/** Where a survey is tried. */
export const frame = (page: Page): Locator => page.getByRole("region", { name: "Kysely puhelimen levyisenä" });

/** The two questions, wherever they are asked. */
export const pain = (at: Page | Locator): Locator => at.getByRole("textbox", { name: /^Kuinka kova kipu on/ });
export const where = (at: Page | Locator): Locator => at.getByRole("textbox", { name: /^Missä kipu tuntuu/ });

/** The button of a step, in whatever language. */
export const onward = (at: Page | Locator): Locator => at.locator("button[type=submit]");

/** Until what was answered is kept with these words in it. */
export const keptWith = (page: Page, text: string): Promise<Response> =>
  page.waitForResponse(
    (answer) => answer.url().endsWith("/SaveMyAnswers") && answer.request().postDataBuffer()?.includes(text) !== false,
  );

/** A professional gives a survey to the patient whose page is open. */
export async function give(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: "Anna kysely vastattavaksi" }).click();
  const survey = page.getByRole("combobox", { name: /^Kysely/ });
  await survey.fill(title);
  await page.getByRole("option", { name: title }).click();
  await page.getByRole("button", { name: "Anna kysely vastattavaksi" }).last().click();
  await page.getByRole("status").getByText("Kysely on annettu potilaalle.").first().waitFor();
}

export const toAnswer = (page: Page): Locator => page.getByRole("list", { name: "Vastattavat kyselyt" });
export const past = (page: Page): Locator =>
  page.getByRole("list", { name: "Vastatut, päättyneet ja perutut kyselyt" });

/** Answers of the same patient, given and sent without pages: each number is one more. */
export async function answerAgain(
  nurse: APIRequestContext,
  resident: APIRequestContext,
  which: { readonly patientId: string; readonly surveyId: string },
  numbers: readonly number[],
): Promise<void> {
  for (const number of numbers) {
    const { activateSurvey } = SurveyActivationService.method;
    const { surveyActivationId } = await call(nurse, practitionerUrl, activateSurvey, { ...which, again: true });
    const { getMySurvey, sendMyAnswers } = MySurveyService.method;
    const asked = await call(resident, residentUrl, getMySurvey, { surveyActivationId });
    const linkId = numberIn(asked.questionnaire?.items ?? [])?.linkId ?? "";
    const value = { case: "integer", value: BigInt(number) } as const;
    const { problems } = await call(resident, residentUrl, sendMyAnswers, {
      surveyActivationId,
      answers: { answers: [{ linkId, values: [{ value }] }] },
      publishedVersion: asked.publishedVersion,
    });
    if (problems[0]) throw new Error(`${problems[0].linkId} is refused: ${problems[0].code}`);
  }
}

const numberIn = (items: readonly Item[]): Item | undefined =>
  items.flatMap((item) => [item, ...item.items]).find(({ type }) => type === ItemType.INTEGER);

/** What somebody answers in words stands nowhere but where it may. */
export function answerText(text: string): string {
  keepWritten([text]);
  return text;
}

interface Published {
  readonly surveyId: string;
  readonly version: bigint;
}

/** A survey about pain, published without pages: one number in a unit. Again: the next version of the same. */
export async function publishPain(
  http: APIRequestContext,
  title: string,
  unit: string,
  before?: Published,
): Promise<Published> {
  const same = (text: string) => ({ fi: text, sv: text, en: text });
  const item = { linkId: "pain", type: ItemType.INTEGER, text: { texts: same(words.asked) }, required: true };
  const { publishSurvey, getSurvey } = SurveyService.method;
  const { surveyId } = await call(http, practitionerUrl, publishSurvey, {
    surveyId: before?.surveyId ?? "",
    version: before?.version ?? 0n,
    fields: before ? ["questionnaire"] : [],
    // Asked of people; here it is meant.
    sameMeaning: before !== undefined,
    details: {
      title: same(title),
      description: same("Vastaa iltaisin."),
      type: SurveyType.OMAVOINTI,
      matter: Matter.HEALTH,
      questionnaire: {
        items: [
          {
            linkId: "step",
            type: ItemType.GROUP,
            text: { texts: same(words.step) },
            items: [{ ...item, unit: { texts: same(unit) } }],
          },
        ],
      },
    },
  });
  const { survey } = await call(http, practitionerUrl, getSurvey, { surveyId });
  return { surveyId, version: survey?.version ?? 0n };
}
