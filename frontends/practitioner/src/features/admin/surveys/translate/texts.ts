/** Every text of a survey in document order: in which languages it is written, and how it is written anew. Pure. */
import type { SurveyDetailsJson } from "@kajo/shared/rpc";
import { type Texts, writtenLanguages } from "../../module/fields";
import { isPlain, richOf, typedOf } from "../build/paragraphs";
import type { ItemJson, TextsJson } from "../build/types";

export type Written = (typeof writtenLanguages)[number];

/** What a text is in its survey. */
type Part =
  | "title"
  | "description"
  | "step"
  | "group"
  | "question"
  | "score"
  | "display"
  | "hint"
  | "unit"
  | "option"
  | "band";

export interface SurveyText {
  /** Names it on the page, as long as nothing is moved. */
  readonly id: string;
  readonly part: Part;
  /** Of its item: "2.1" is the first one of the second step. Empty of what stands above them. */
  readonly place: string;
  /** Of an option or a band, from 1 on; 0 of all others. */
  readonly number: number;
  readonly texts: Texts;
  /** In all languages or in none. */
  readonly optional: boolean;
  /** Where typing would take formatting away: these are read. */
  readonly formatted: readonly Written[];
  /** The survey with other words in a language. */
  readonly put: (details: SurveyDetailsJson, language: Written, words: string) => SurveyDetailsJson;
}

const inEach = (words: (language: Written) => string): Texts => ({
  fi: words("fi"),
  sv: words("sv"),
  en: words("en"),
});

export function textsOf(details: SurveyDetailsJson): readonly SurveyText[] {
  return [
    ownText(details, "title"),
    ownText(details, "description"),
    ...ofItems(details.questionnaire?.items ?? [], []),
  ];
}

function ownText(details: SurveyDetailsJson, part: "title" | "description"): SurveyText {
  return {
    id: part,
    part,
    place: "",
    number: 0,
    texts: inEach((language) => details[part]?.[language] ?? ""),
    optional: part === "description",
    formatted: [],
    put: (now, language, words) => ({ ...now, [part]: { ...now[part], [language]: words } }),
  };
}

function ofItems(items: readonly ItemJson[], above: readonly number[]): readonly SurveyText[] {
  return items.flatMap((item, index) => {
    const path = [...above, index];
    return [...ofItem(item, path), ...ofItems(item.items ?? [], path)];
  });
}

/** Where a text of an item stands in it. */
interface Spot {
  readonly part: Part;
  readonly number: number;
  readonly get: (item: ItemJson) => TextsJson | undefined;
  readonly set: (item: ItemJson, text: TextsJson) => ItemJson;
}

function spotsOf({ type, hint, unit, options = [], score }: ItemJson, level: number): readonly Spot[] {
  const group = level === 1 ? "step" : "group";
  const part = type === "ITEM_TYPE_GROUP" ? group : type === "ITEM_TYPE_SCORE" ? "score" : "question";
  return [
    { part, number: 0, get: (item) => item.text, set: (item, text) => ({ ...item, text }) },
    // Whether there is one at all, the builder says.
    ...(hint ? [hintSpot] : []),
    ...(unit ? [unitSpot] : []),
    ...options.map((_, at) => optionSpot(at)),
    ...(score?.bands ?? []).map((_, at) => bandSpot(at)),
  ];
}

const hintSpot: Spot = {
  part: "hint",
  number: 0,
  get: ({ hint }) => hint,
  set: (item, hint) => ({ ...item, hint }),
};

const unitSpot: Spot = {
  part: "unit",
  number: 0,
  get: ({ unit }) => unit,
  set: (item, unit) => ({ ...item, unit }),
};

const optionSpot = (at: number): Spot => ({
  part: "option",
  number: at + 1,
  get: ({ options }) => options?.[at]?.text,
  set: (item, text) => ({ ...item, options: withText(item.options, at, text) }),
});

const bandSpot = (at: number): Spot => ({
  part: "band",
  number: at + 1,
  get: ({ score }) => score?.bands?.[at]?.text,
  set: (item, text) => ({ ...item, score: { ...item.score, bands: withText(item.score?.bands, at, text) } }),
});

const withText = <Of extends { text?: TextsJson }>(all: readonly Of[] = [], at: number, text: TextsJson): Of[] =>
  all.map((each, index) => (index === at ? { ...each, text } : each));

const placeOf = (path: readonly number[]) => path.map((index) => index + 1).join(".");

function ofItem(item: ItemJson, path: readonly number[]): readonly SurveyText[] {
  if (item.type === "ITEM_TYPE_DISPLAY") return [displayText(item, path)];
  return spotsOf(item, path.length).map(({ part, number, get, set }) => ({
    id: [part, placeOf(path), ...(number > 0 ? [number] : [])].join("-"),
    part,
    place: placeOf(path),
    number,
    texts: inEach((language) => get(item)?.texts?.[language] ?? ""),
    optional: part === "hint" || part === "unit",
    formatted: [],
    put: (details, language, words) =>
      changed(details, path, (now) => set(now, { texts: { ...get(now)?.texts, [language]: words } })),
  }));
}

function displayText({ display = {} }: ItemJson, path: readonly number[]): SurveyText {
  return {
    id: ["display", placeOf(path)].join("-"),
    part: "display",
    place: placeOf(path),
    number: 0,
    texts: inEach((language) => typedOf(display[language])),
    optional: false,
    formatted: writtenLanguages.filter((language) => !isPlain(display[language])),
    put: (details, language, words) =>
      changed(details, path, (now) => ({ ...now, display: { ...now.display, [language]: richOf(words) } })),
  };
}

/** With another item at a path. */
function changed(
  { questionnaire, ...details }: SurveyDetailsJson,
  path: readonly number[],
  change: (item: ItemJson) => ItemJson,
): SurveyDetailsJson {
  return { ...details, questionnaire: { ...questionnaire, items: at(questionnaire?.items, path, change) } };
}

function at(
  items: readonly ItemJson[] = [],
  [first, ...rest]: readonly number[],
  change: (item: ItemJson) => ItemJson,
) {
  return items.map((item, index): ItemJson => {
    if (index !== first) return item;
    return rest.length === 0 ? change(item) : { ...item, items: at(item.items, rest, change) };
  });
}

/** Languages in which it has to be written still. */
export function missingIn({ texts, optional }: SurveyText): readonly Written[] {
  const missing = writtenLanguages.filter((language) => !texts[language].trim());
  return optional && missing.length === writtenLanguages.length ? [] : missing;
}
