// @vitest-environment node
import { describe, expect, it } from "vitest";
import { comparedOf, conditionOn, said, sayingOf, sayingsOf } from "../src/features/admin/surveys/build/conditions";
import { changedItems } from "../src/features/admin/surveys/build/meaning";
import { isPlain, richOf, typedOf } from "../src/features/admin/surveys/build/paragraphs";
import type { ItemJson, Values } from "../src/features/admin/surveys/build/types";
import { valuesOf } from "../src/features/admin/surveys/build/values";
import { isSurveyType } from "../src/features/admin/surveys/kinds";
import {
  fieldName,
  findingProblems,
  isOfScores,
  linkIdOf,
  problemsByItem,
  scoresField,
  stopsOf,
  translateField,
} from "../src/features/admin/surveys/problems/problems";
import { inOrder, withNewBand } from "../src/features/admin/surveys/scores/bands";

const all = (words: string) => ({ texts: { fi: words, sv: words, en: words } });
const inEach = (words: string) => ({ fi: words, sv: words, en: words });

const whole = (items: ItemJson[]): Values =>
  valuesOf({
    title: inEach("Kipu"),
    type: "SURVEY_TYPE_OMAVOINTI",
    matter: "MATTER_HEALTH",
    questionnaire: { items: [{ linkId: "step", type: "ITEM_TYPE_GROUP", text: all("Vaihe"), items }] },
  });

const question: ItemJson = { linkId: "q", type: "ITEM_TYPE_BOOLEAN", text: all("Onko?") };
const told = (values: Values) => stopsOf(values).map(({ field, code }) => [field, code]);

describe("what stands against publishing", () => {
  it("SUR-01 is nothing of a whole survey", () => {
    expect(stopsOf(whole([question]))).toEqual([]);
  });

  it("SUR-01 is all of an empty one, each at its field", () => {
    expect(told(valuesOf(undefined))).toEqual([
      ["details.title", "required"],
      ["details.type", "required"],
      ["details.matter", "required"],
      [undefined, "no_step"],
      [translateField, "translation_missing"],
    ]);
  });

  it("SUR-01 leads to the Finnish words that are missing, and once to the translations", () => {
    const choice: ItemJson = {
      linkId: "c",
      type: "ITEM_TYPE_CHOICE",
      text: { texts: { fi: "Miten?" } },
      options: [{ code: "a", text: all("A") }, { code: "b" }],
    };
    expect(told(whole([choice, { linkId: "d", type: "ITEM_TYPE_DISPLAY" }]))).toEqual([
      [fieldName("c", "option1"), "required"],
      [fieldName("d", "text"), "required"],
      [translateField, "translation_missing"],
    ]);
    const translated = whole([{ ...question, text: { texts: { fi: "Onko?" } } }]);
    expect(told(translated)).toEqual([[translateField, "translation_missing"]]);
    expect(problemsByItem(translated.questionnaire).size).toBe(0);
  });

  it("SUR-01 leads to the part of an item, in the tab that has it", () => {
    const score: ItemJson = { linkId: "s", type: "ITEM_TYPE_SCORE", text: all("Summa"), score: {} };
    const bounds: ItemJson = { linkId: "n", type: "ITEM_TYPE_INTEGER", text: all("Luku"), min: "2", max: "1" };
    const ahead: ItemJson = { ...question, enableWhen: [{ linkId: "s", operator: "OPERATOR_EXISTS" }] };
    const fields = told(whole([ahead, bounds, score]));
    expect(fields).toEqual([
      [fieldName("q", "conditions"), "condition_ahead"],
      [fieldName("q", "conditions"), "condition_value"],
      [fieldName("n", "max"), "min_above_max"],
      [fieldName("s", "scoreItems"), "score_without_items"],
      [fieldName("s", "scoreKind"), "score_kind_missing"],
    ]);
    expect(fields.map(([field = ""]) => [linkIdOf(field), isOfScores(field)])).toEqual([
      ["q", false],
      ["q", false],
      ["n", false],
      ["s", true],
      ["s", true],
    ]);
    expect([linkIdOf(translateField), linkIdOf("details.title")]).toEqual([undefined, undefined]);
  });

  it("SUR-01 a description is written in all languages or in none", () => {
    expect(told({ ...whole([question]), description: { fi: "Kerro", sv: "", en: "" } })).toEqual([
      [translateField, "translation_missing"],
    ]);
  });

  it("SUR-01 knows the refusal that asks whether items mean the same", () => {
    const refusal = { code: 9, fields: [], traceId: "", params: { items: "a,b" }, reason: "meaning_changed" };
    expect(changedItems(refusal)).toEqual(["a", "b"]);
    expect(changedItems({ ...refusal, reason: "stale_version" })).toBeUndefined();
    expect(changedItems(undefined)).toBeUndefined();
  });
});

describe("what a symptom assessment lacks", () => {
  const band = (from: string, level?: "LEVEL_NORMAL" | "LEVEL_SERIOUS") => ({
    from,
    text: all("Tulkinta"),
    ...(level ? { level } : {}),
  });
  const score = (more: object): ItemJson => ({
    linkId: "urgency",
    type: "ITEM_TYPE_SCORE",
    text: all("Kiire"),
    score: { kind: "SCORE_KIND_SUM", linkIds: ["pain"], ...more },
  });
  const pain: ItemJson = { linkId: "pain", type: "ITEM_TYPE_INTEGER", text: all("Kipu") };
  const assessment = (...items: ItemJson[]): Values => ({
    ...whole([pain, ...items]),
    type: "SURVEY_TYPE_SYMPTOM_ASSESSMENT",
  });

  it("CHA-09 is a score that is shown and says what it means", () => {
    const without = [[scoresField, "assessment_without_finding"]];
    expect(told(assessment())).toEqual(without);
    expect(told(assessment(score({ bands: [band("0", "LEVEL_NORMAL")] })))).toEqual(without);
    expect(told(assessment(score({ shown: true })))).toEqual(without);
    expect(told(assessment(score({ shown: true, bands: [band("0", "LEVEL_NORMAL")] })))).toEqual([]);
    // It is put right where scores are made.
    expect([linkIdOf(scoresField), isOfScores(scoresField)]).toEqual([undefined, true]);
  });

  it("CHA-09 is a level of each meaning, told at the score", () => {
    const halfway = assessment(score({ shown: true, bands: [band("0", "LEVEL_NORMAL"), band("1000000")] }));
    expect(told(halfway)).toEqual([[fieldName("urgency", "bands"), "band_level_missing"]]);
    const found = problemsByItem(halfway.questionnaire, findingProblems(halfway));
    expect(found.get("urgency")).toEqual([{ linkId: "urgency", code: "band_level_missing" }]);
    const hidden = score({ bands: [band("0")] });
    const shown = { ...score({ shown: true, bands: [band("0", "LEVEL_SERIOUS")] }), linkId: "told" };
    expect(told(assessment(hidden, shown))).toEqual([]);
  });

  it("CHA-09 is nothing of other surveys", () => {
    expect(findingProblems(whole([pain]))).toEqual([]);
    expect(isSurveyType("SURVEY_TYPE_SYMPTOM_ASSESSMENT")).toBe(true);
  });
});

describe("conditions as sentences", () => {
  const number: ItemJson = { linkId: "n", type: "ITEM_TYPE_INTEGER" };

  it("SUR-01 say of each type what can be said of it", () => {
    expect(sayingsOf(question)).toEqual(["equal", "notEqual", "answered", "unanswered"]);
    expect(sayingsOf(number)).toContain("greaterOrEqual");
    expect(sayingsOf({ type: "ITEM_TYPE_GROUP" })).toEqual([]);
    expect(comparedOf({ type: "ITEM_TYPE_SCORE" })).toBe("decimal");
  });

  it("SUR-01 begin with something plain", () => {
    expect(conditionOn(question)).toEqual({ linkId: "q", operator: "OPERATOR_EQUAL", value: { boolean: true } });
    expect(conditionOn({ linkId: "c", type: "ITEM_TYPE_CHOICE", options: [{ code: "a" }] }).value).toEqual({
      code: "a",
    });
    expect(sayingOf(conditionOn(number))).toBe("answered");
  });

  it("SUR-01 keep what they compare with while it still fits", () => {
    const least = { linkId: "n", operator: "OPERATOR_GREATER_OR_EQUAL", value: { integer: "4" } } as const;
    expect(said(least, "less", "integer")).toEqual({ ...least, operator: "OPERATOR_LESS" });
    const unanswered = said(least, "unanswered", "integer");
    expect(unanswered).toEqual({ linkId: "n", operator: "OPERATOR_EXISTS", value: { boolean: false } });
    expect(said(unanswered, "equal", "integer")).toEqual({ linkId: "n", operator: "OPERATOR_EQUAL" });
    expect(said(unanswered, "answered", "integer").value).toEqual({ boolean: true });
  });
});

describe("texts that are read", () => {
  it("SUR-01 are paragraphs and lines, and come back as they were typed", () => {
    const typed = "Ensin tämä.\nSitten toinen rivi.\n\nToinen kappale.";
    expect(typedOf(richOf(typed))).toBe(typed);
    expect(richOf(" \n\n ")).toEqual({ blocks: [] });
    expect(richOf("Yksi \n \n\n Kaksi\n").blocks).toHaveLength(2);
  });

  it("SUR-01 that came with formatting say so", () => {
    const bold = { blocks: [{ paragraph: { content: [{ strong: { content: [{ text: "Tärkeää" }] } }] } }] };
    expect([isPlain(richOf("Hei")), isPlain(bold), isPlain(undefined)]).toEqual([true, false, true]);
    expect(typedOf(bold)).toBe("Tärkeää");
  });
});

it("SUR-01 bands begin one above the last, and are put in order by where they begin", () => {
  const bands = withNewBand(withNewBand([]));
  expect(bands.map(({ from }) => from)).toEqual(["0", "1000000"]);
  expect(inOrder([{ from: "2" }, { from: "-1" }, {}]).map(({ from }) => from)).toEqual(["-1", undefined, "2"]);
});
