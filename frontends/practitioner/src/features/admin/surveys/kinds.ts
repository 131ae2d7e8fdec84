/** The types of surveys and their domains, by their names in the contract, in words. */
import type { Language, MessageId } from "@kajo/shared/i18n";
import type { MatterJson, SurveyTypeJson, TranslatedJson } from "@kajo/shared/rpc";

export const surveyTypes = {
  SURVEY_TYPE_OMAVOINTI: "surveys.type.omavointi",
  SURVEY_TYPE_PUBLIC_FORM: "surveys.type.publicForm",
  SURVEY_TYPE_SYMPTOM_ASSESSMENT: "surveys.type.symptomAssessment",
} as const satisfies Readonly<Partial<Record<SurveyTypeJson, MessageId>>>;

type SurveyType = keyof typeof surveyTypes;

export const isSurveyType = (name: unknown): name is SurveyType => typeof name === "string" && name in surveyTypes;

export const matters = {
  MATTER_HEALTH: "matter.health",
  MATTER_SOCIAL: "matter.social",
} as const satisfies Readonly<Partial<Record<MatterJson, MessageId>>>;

export const isMatter = (name: unknown): name is keyof typeof matters => typeof name === "string" && name in matters;

/** A text in the reader's language, where it is written in it. */
export const wordsIn = (language: Language, text: TranslatedJson | undefined) =>
  text?.[language as "fi"] || text?.fi || "";
