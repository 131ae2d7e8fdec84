/** Surveys and answers to them as other systems have them: FHIR R4. What is asked is the demo's survey about pain, and copies of it. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "playwright-core";
import { SurveyActivationService } from "../../shared/src/rpc/gen/kajo/survey/v1/activation_pb";
import { MySurveyService } from "../../shared/src/rpc/gen/kajo/survey/v1/my_survey_pb";
import { type Answer, ask, systemOf } from "./fhir";
import { call } from "./rpc";
import { practitionerUrl, residentUrl } from "./stack";

/** What the demo asks, and what an answer comes to. */
export const demo = {
  title: "Kipukysely",
  asked: "Kuinka voimakasta kipusi on nyt (0–10)?",
  required: "Käytätkö kipulääkettä?",
  much: "Kipu haittaa paljon",
} as const;

/** What of a resource in a file is looked at. */
export interface Resource {
  readonly resourceType?: string;
  readonly status?: string;
  readonly url?: string;
  readonly version?: string;
  readonly title?: string;
  readonly questionnaire?: string;
  readonly identifier?: unknown;
  readonly subject?: { readonly identifier?: unknown };
  readonly item?: readonly { readonly linkId?: string; readonly item?: readonly Record<string, unknown>[] }[];
}

/** What the button hands to the browser. */
export async function exported(
  page: Page,
  button: Locator,
): Promise<{ name: string; text: string; resource: Resource }> {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), text, resource: JSON.parse(text) as Resource };
}

/** Takes a file for a survey, in the list of surveys. */
export const importFile = (page: Page, name: string, text: string): Promise<void> =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/fhir+json", buffer: Buffer.from(text, "utf8") });

/** What a survey is called outside. */
export const outside = (system: string, surveyId: string): string =>
  `${system}${system.startsWith("urn:") ? ":" : "/"}${surveyId}`;

interface Answered {
  readonly surveyId: string;
  readonly ssn: string;
  readonly name: string;
  /** About the pain, in own words. */
  readonly words: string;
  /** Days since it was answered. */
  readonly daysAgo: number;
}

const dayMs = 86_400_000;

/** Much pain, answered elsewhere to the first version of a survey: one question that must be answered is left out. */
export async function responseElsewhere({ surveyId, ssn, name, words, daysAgo }: Answered) {
  const [surveys, nationalId] = [await systemOf("Survey"), await systemOf("NationalId")];
  const coded = (linkId: string, code: string) => ({ linkId, answer: [{ valueCoding: { code } }] });
  const number = (linkId: string, valueInteger: number) => ({ linkId, answer: [{ valueInteger }] });
  return {
    resourceType: "QuestionnaireResponse",
    identifier: { system: "urn:kajo:e2e:surveys", value: randomUUID() },
    questionnaire: `${outside(surveys, surveyId)}|1`,
    status: "completed",
    subject: { identifier: { system: nationalId, value: ssn }, display: name },
    authored: new Date(Date.now() - daysAgo * dayMs).toISOString(),
    item: [
      {
        linkId: "pain",
        item: [
          number("pain-now", 7),
          number("pain-worst", 9),
          { linkId: "pain-words", answer: [{ valueString: words }] },
          coded("trouble", "much"),
        ],
      },
      { linkId: "daily", item: [coded("sleep", "often")] },
    ],
  };
}

/** Sends it under its identifier. */
export function sendResponse(
  key: string | undefined,
  response: Awaited<ReturnType<typeof responseElsewhere>>,
): Promise<Answer> {
  const { system, value } = response.identifier;
  return ask("PUT", `/QuestionnaireResponse?identifier=${encodeURIComponent(`${system}|${value}`)}`, key, response);
}

/** Little pain, answered here to the first version of a survey that a professional gives, without pages. */
export async function answerHere(
  nurse: APIRequestContext,
  resident: APIRequestContext,
  which: { readonly patientId: string; readonly surveyId: string },
): Promise<void> {
  const { activateSurvey } = SurveyActivationService.method;
  const { surveyActivationId } = await call(nurse, practitionerUrl, activateSurvey, which);
  const { problems } = await call(resident, residentUrl, MySurveyService.method.sendMyAnswers, {
    surveyActivationId,
    publishedVersion: 1,
    answers: {
      answers: [
        { linkId: "pain-now", values: [{ value: { case: "integer", value: 1n } }] },
        { linkId: "pain-worst", values: [{ value: { case: "integer", value: 2n } }] },
        { linkId: "trouble", values: [{ value: { case: "code", value: "not-at-all" } }] },
        { linkId: "sleep", values: [{ value: { case: "code", value: "never" } }] },
        { linkId: "medicated", values: [{ value: { case: "boolean", value: false } }] },
      ],
    },
  });
  if (problems[0]) throw new Error(`${problems[0].linkId} is refused: ${problems[0].code}`);
}
