/** What stands against publishing a survey, and where in the builder it is put right. */
import { check } from "@kajo/shared/questionnaire";
import { find, placedOf } from "../build/edit";
import { finnishOf, type ItemJson, type QuestionnaireJson, type Values } from "../build/types";

export type Problem = ReturnType<typeof check>[number];

/** The parts of an item that have a field of their own. */
export type Part =
  | "type"
  | "text"
  | "hint"
  | "unit"
  | "items"
  | "options"
  | "max"
  | "maxChoices"
  | "conditions"
  | "scoreItems"
  | "scoreKind"
  | "bands"
  | `option${number}`
  | `band${number}`;

/** Name of a field: nothing else in the page is called so, and no link ID has a colon. */
export const fieldName = (linkId: string, part: Part) => `survey:${linkId}:${part}`;

/** Beside the items: what all translations have, what all scores have, and the survey itself. */
export const translateField = "survey::translate";
export const scoresField = "survey::scores";
export const detailsFields = ["details.title", "details.description", "details.type", "details.matter"] as const;
type DetailsField = (typeof detailsFields)[number];

/** Which item a field belongs to; undefined: none. */
export function linkIdOf(field: string): string | undefined {
  const [head, linkId] = field.split(":");
  return head === "survey" && linkId ? linkId : undefined;
}

const scoreParts: readonly string[] = ["scoreItems", "scoreKind", "bands"];

/** It stands in the tab of scores. */
export function isOfScores(field: string): boolean {
  const part = field.split(":")[2] ?? "";
  return field === scoresField || scoreParts.includes(part) || part.startsWith("band");
}

const isBlank = (words: string | undefined) => !words?.trim();

/** Finnish words that a thing lacks, by the part where they are written. */
export function unwritten(item: ItemJson): readonly Part[] {
  const { text, hint, unit, options = [], score, display } = item;
  const isHalf = (of: typeof hint) =>
    isBlank(finnishOf(of)) && Object.values(of?.texts ?? {}).some((words) => !isBlank(words));
  const isTextMissing =
    item.type === "ITEM_TYPE_DISPLAY" ? (display?.fi?.blocks ?? []).length === 0 : isBlank(finnishOf(text));
  return [
    ...(isTextMissing ? (["text"] as const) : []),
    ...(isHalf(hint) ? (["hint"] as const) : []),
    ...options.flatMap((option, at) => (isBlank(finnishOf(option.text)) ? [`option${at}` as const] : [])),
    ...(isHalf(unit) ? (["unit"] as const) : []),
    ...(score?.bands ?? []).flatMap((band, at) => (isBlank(finnishOf(band.text)) ? [`band${at}` as const] : [])),
  ];
}

const parts: Readonly<Record<string, Part>> = {
  type_missing: "type",
  not_a_step: "type",
  step_empty: "items",
  option_missing: "options",
  option_code_malformed: "options",
  option_code_taken: "options",
  options_misplaced: "type",
  items_misplaced: "type",
  condition_ahead: "conditions",
  condition_value: "conditions",
  behavior_missing: "conditions",
  score_without_items: "scoreItems",
  score_kind_missing: "scoreKind",
  score_item_ahead: "scoreItems",
  bands_in_order: "bands",
  band_level_missing: "bands",
};

/** The parts of an item that a problem is about; of a text that lacks languages those that lack Finnish. */
export function partsOf({ code = "", params }: Problem, item: ItemJson | undefined): readonly Part[] {
  if (code === "translation_missing")
    return item && params?.languages?.split(",").includes("fi") ? unwritten(item) : [];
  if (code === "min_above_max") return [item?.min !== undefined && item.max !== undefined ? "max" : "maxChoices"];
  return [parts[code] ?? "text"];
}

/** One line of the summary. */
export interface Stop {
  readonly field: string | undefined;
  readonly code: string;
  readonly item: ItemJson | undefined;
}

const languages = ["fi", "sv", "en"] as const;

/** What is missing of the survey itself, by field. */
export function detailsProblems({ title, type, matter }: Values): Readonly<Partial<Record<DetailsField, string>>> {
  return {
    ...(isBlank(title.fi) ? { "details.title": "required" } : {}),
    ...(type === "SURVEY_TYPE_UNSPECIFIED" ? { "details.type": "required" } : {}),
    ...(matter === "MATTER_UNSPECIFIED" ? { "details.matter": "required" } : {}),
  };
}

/** A language lacks what Finnish has: put right beside the others, in their own tab. */
function isUntranslated({ title, description, questionnaire }: Values): boolean {
  const written = languages.filter((language) => !isBlank(description[language]));
  return (
    ["sv", "en"].some((language) => isBlank(title[language as "sv"])) ||
    (written.length > 0 && written.length < languages.length) ||
    check(questionnaire).some(({ code, params }) => code === "translation_missing" && params?.languages !== "fi")
  );
}

/**
 * What a symptom assessment lacks that others may lack (CHA-09): those who answer are told by a score how urgent their symptom is, in words and by
 * level.
 */
export function findingProblems({ type, questionnaire }: Pick<Values, "type" | "questionnaire">): readonly Problem[] {
  if (type !== "SURVEY_TYPE_SYMPTOM_ASSESSMENT") return [];
  const told = placedOf(questionnaire.items).flatMap(({ item }) => {
    const bands = item.type === "ITEM_TYPE_SCORE" && item.score?.shown ? (item.score.bands ?? []) : [];
    return bands.length > 0 ? [{ linkId: item.linkId ?? "", bands }] : [];
  });
  if (told.length === 0) return [{ code: "assessment_without_finding" }];
  return told
    .filter(({ bands }) => bands.some(({ level = "LEVEL_UNSPECIFIED" }) => level === "LEVEL_UNSPECIFIED"))
    .map(({ linkId }) => ({ linkId, code: "band_level_missing" }));
}

/** All that stands against publishing, in the order of the page. */
export function stopsOf(values: Values): readonly Stop[] {
  const { questionnaire } = values;
  const ofDetails = Object.entries(detailsProblems(values)).map(([field, code]) => ({ field, code, item: undefined }));
  const ofItems = [...check(questionnaire), ...findingProblems(values)].flatMap((problem): Stop[] => {
    const { linkId, code = "" } = problem;
    if (code === "assessment_without_finding") return [{ field: scoresField, code, item: undefined }];
    const item = find(questionnaire, linkId ?? "")?.item;
    const at = linkId === undefined ? [] : partsOf(problem, item);
    if (code === "translation_missing") {
      return at.map((part) => ({ field: fieldName(linkId ?? "", part), code: "required", item }));
    }
    const [part] = at;
    return [{ field: part && fieldName(linkId ?? "", part), code, item }];
  });
  const translation = { field: translateField, code: "translation_missing", item: undefined };
  return [...ofDetails, ...ofItems, ...(isUntranslated(values) ? [translation] : [])];
}

/** The problems of each item by its link ID, beside words that only other languages lack. `more`: those of its type of survey. */
export function problemsByItem(
  questionnaire: QuestionnaireJson,
  more: readonly Problem[] = [],
): ReadonlyMap<string, readonly Problem[]> {
  const items = new Map(placedOf(questionnaire.items).map(({ item }) => [item.linkId ?? "", item]));
  const found = new Map<string, Problem[]>();
  for (const problem of [...check(questionnaire), ...more]) {
    const { linkId } = problem;
    if (linkId === undefined || partsOf(problem, items.get(linkId)).length === 0) continue;
    found.set(linkId, [...(found.get(linkId) ?? []), problem]);
  }
  return found;
}
