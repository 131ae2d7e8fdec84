/** Symptoms as they are assessed before a chat: a survey of a test's own, and queues that ask for it. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Matter } from "../../shared/src/rpc/gen/kajo/common/v1/common_pb";
import {
  ItemType,
  Level,
  type QuestionnaireSchema,
  ScoreKind,
} from "../../shared/src/rpc/gen/kajo/survey/v1/questionnaire_pb";
import { SurveyService, SurveyType } from "../../shared/src/rpc/gen/kajo/survey/v1/survey_pb";
import { newQueue } from "./chat-queues";
import { administrator, topic } from "./people";
import { call } from "./rpc";
import { practitionerUrl } from "./stack";

/** What the assessment is made of. */
export const words = {
  alarm: "Hätätilanteen merkit",
  signs: "Onko sinulla nyt jokin näistä?",
  chest: "Puristavaa rintakipua",
  none: "Ei mitään näistä",
  symptom: "Oireesi",
  pain: "Kuinka kova kipu on nollasta kymmeneen?",
  tell: "Kerro lyhyesti oireestasi",
  score: "Hoidon kiireellisyys",
  calm: "Oire ei näytä vaativan hoitoa tänään.",
  soon: "Oire kannattaa hoitaa tänään.",
  atOnce: "Oire vaatii hoitoa nyt heti.",
} as const;

const million = 1_000_000;
const same = (text: string) => ({ fi: text, sv: text, en: text });
const text = (said: string) => ({ texts: same(said) });
const whole = (number: number) => BigInt(number);
/** As scores count it. */
const counted = (number: number) => whole(number * million);

/** Two steps: a sign of an emergency alone is serious, and much pain is notable. */
const questionnaire: MessageInitShape<typeof QuestionnaireSchema> = {
  items: [
    {
      linkId: "alarm",
      type: ItemType.GROUP,
      text: text(words.alarm),
      items: [
        {
          linkId: "signs",
          type: ItemType.CHOICE,
          text: text(words.signs),
          required: true,
          options: [
            { code: "chest", text: text(words.chest), ordinal: counted(100) },
            { code: "none", text: text(words.none), ordinal: counted(0) },
          ],
        },
      ],
    },
    {
      linkId: "symptom",
      type: ItemType.GROUP,
      text: text(words.symptom),
      items: [
        {
          linkId: "pain",
          type: ItemType.INTEGER,
          text: text(words.pain),
          required: true,
          min: whole(0),
          max: whole(10),
        },
        { linkId: "tell", type: ItemType.TEXT, text: text(words.tell), maxLength: 500 },
        {
          linkId: "urgency",
          type: ItemType.SCORE,
          text: text(words.score),
          score: {
            kind: ScoreKind.SUM,
            linkIds: ["signs", "pain"],
            shown: true,
            bands: [
              { from: counted(0), text: text(words.calm), level: Level.NORMAL },
              { from: counted(5), text: text(words.soon), level: Level.NOTABLE },
              { from: counted(100), text: text(words.atOnce), level: Level.SERIOUS },
            ],
          },
        },
      ],
    },
  ],
};

interface Symptoms {
  /** Of the survey. */
  readonly title: string;
  readonly surveyId: string;
}

/** A survey about symptoms that is published. */
export async function newSymptoms(): Promise<Symptoms> {
  const title = topic("Arvio oireista");
  const { context } = await administrator("Paula");
  const { surveyId } = await call(context.request, practitionerUrl, SurveyService.method.publishSurvey, {
    details: {
      title: same(title),
      description: same("Vastauksesi auttavat ammattilaista arvioimaan hoidon kiireellisyyden."),
      type: SurveyType.SYMPTOM_ASSESSMENT,
      matter: Matter.HEALTH,
      questionnaire,
    },
  });
  await context.close();
  return { title, surveyId };
}

/** A queue that asks it of those who join, open day and night. */
export async function newAskingQueue(name: string, audience: "signedIn" | "everybody" = "signedIn") {
  const { title, surveyId } = await newSymptoms();
  const queue = await newQueue(name, audience, { triageRequired: true, assessmentSurveyId: surveyId });
  return { ...queue, title };
}
