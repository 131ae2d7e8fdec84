/** What stands against publishing a questionnaire. */
import type {
  AnswerValueJson,
  ConditionJson,
  ItemJson,
  ItemProblemJson,
  QuestionnaireJson,
  ScoreKindJson,
} from "../rpc/gen/kajo/survey/v1/questionnaire_pb";
import { isChoice, kindOf, kindsOf, trimmed } from "./kept";
import { inOrder, type Placed } from "./walk";

const languages = ["fi", "sv", "en"];
const deepest = 5;
const mostItems = 500;
const name = /^[a-zA-Z0-9._-]{1,64}$/;

/** What is known of the items before the one looked at. */
type Before = ReadonlyMap<string, ItemJson>;

const isWritten = (text: string | undefined) => trimmed(text ?? "") !== "";

function untranslated(item: ItemJson): readonly string[] {
  const told = [
    ...(item.type === "ITEM_TYPE_DISPLAY" ? [] : [item.text]),
    ...(item.options ?? []).map(({ text }) => text),
    ...(item.score?.bands ?? []).map(({ text }) => text),
    // These may be left out, but not in one language alone.
    ...[item.hint, item.unit].filter((text) => Object.values(text?.texts ?? {}).some(isWritten)),
  ];
  const isShown = (language: string) => (item.display?.[language]?.blocks ?? []).length > 0;
  return languages.filter(
    (language) =>
      told.some((text) => !isWritten(text?.texts?.[language])) ||
      (item.type === "ITEM_TYPE_DISPLAY" && !isShown(language)),
  );
}

const isTaken = (codes: readonly string[]) => new Set(codes).size < codes.length;

function isMinAboveMax({ min, max, minChoices = 0, maxChoices = 0, options = [] }: ItemJson): boolean {
  return (
    (min !== undefined && max !== undefined && BigInt(min) > BigInt(max)) ||
    (maxChoices > 0 && minChoices > maxChoices) ||
    minChoices > options.length
  );
}

/** A score is compared by its value. */
const compared = (item: ItemJson): readonly (keyof AnswerValueJson)[] =>
  item.type === "ITEM_TYPE_SCORE" ? ["decimal"] : kindsOf(item);

const ordered = ["integer", "decimal", "date", "time"];
const equals = ["OPERATOR_EQUAL", "OPERATOR_NOT_EQUAL"];

function isValueWrong(
  { operator = "OPERATOR_UNSPECIFIED", value }: ConditionJson,
  item: ItemJson | undefined,
): boolean {
  const kind = kindOf(value);
  if (operator === "OPERATOR_UNSPECIFIED" || kind === undefined) return true;
  if (operator === "OPERATOR_EXISTS") return kind !== "boolean";
  if (!ordered.includes(kind) && !equals.includes(operator)) return true;
  if (item === undefined) return false;
  if (!compared(item).includes(kind)) return true;
  return value?.code !== undefined && !(item.options ?? []).some(({ code = "" }) => code === value.code);
}

const unnamed = ["ITEM_TYPE_GROUP", "ITEM_TYPE_DISPLAY"];
const withoutAmount = ["ITEM_TYPE_STRING", "ITEM_TYPE_TEXT", "ITEM_TYPE_DATE", "ITEM_TYPE_TIME"];

function isScored(item: ItemJson | undefined, kind: ScoreKindJson): boolean {
  if (item === undefined) return false;
  return kind === "SCORE_KIND_COUNT" || !withoutAmount.includes(item.type ?? "");
}

/** By what the item is called and where it stands. */
function ofPlace({ item, level }: Placed, isKnown: boolean): Readonly<Record<string, boolean>> {
  const { linkId = "", type = "ITEM_TYPE_UNSPECIFIED" } = item;
  return {
    link_id_missing: linkId === "",
    link_id_malformed: linkId !== "" && !name.test(linkId),
    link_id_taken: linkId !== "" && isKnown,
    type_missing: type === "ITEM_TYPE_UNSPECIFIED",
    not_a_step: level === 1 && type !== "ITEM_TYPE_GROUP",
    too_deep: level > deepest,
  };
}

/** By what it holds, and by what it names. */
function ofContent(item: ItemJson, before: Before): Readonly<Record<string, boolean>> {
  const { options = [], items = [], enableWhen = [], score } = item;
  const isGroup = item.type === "ITEM_TYPE_GROUP";
  const isScore = item.type === "ITEM_TYPE_SCORE";
  const codes = options.map(({ code = "" }) => code);
  const { kind = "SCORE_KIND_UNSPECIFIED", linkIds = [], bands = [] } = score ?? {};
  const nameable = (linkId = "") => {
    const found = before.get(linkId);
    return found && !unnamed.includes(found.type ?? "") ? found : undefined;
  };
  const starts = bands.map(({ from = "0" }) => BigInt(from));
  return {
    step_empty: isGroup && items.length === 0,
    items_misplaced: !isGroup && items.length > 0,
    option_missing: isChoice(item) && options.length === 0,
    options_misplaced: !isChoice(item) && options.length > 0,
    option_code_malformed: codes.some((code) => !name.test(code)),
    option_code_taken: isTaken(codes.filter((code) => code !== "")),
    min_above_max: isMinAboveMax(item),
    condition_ahead: enableWhen.some(({ linkId }) => nameable(linkId) === undefined),
    condition_value: enableWhen.some((condition) => isValueWrong(condition, nameable(condition.linkId))),
    behavior_missing:
      enableWhen.length > 1 && (item.enableBehavior ?? "ENABLE_BEHAVIOR_UNSPECIFIED") === "ENABLE_BEHAVIOR_UNSPECIFIED",
    score_without_items: isScore && linkIds.length === 0,
    score_kind_missing: isScore && kind === "SCORE_KIND_UNSPECIFIED",
    score_item_ahead: isScore && linkIds.some((linkId) => !isScored(nameable(linkId), kind)),
    bands_in_order: isScore && starts.some((from, at) => at > 0 && from <= (starts[at - 1] ?? from)),
  };
}

/** In document order, of an item in the order of the rules, each code once; what is wrong with the whole comes last and names no item. */
export function check(questionnaire: QuestionnaireJson): ItemProblemJson[] {
  const problems: ItemProblemJson[] = [];
  const before = new Map<string, ItemJson>();
  let count = 0;
  for (const placed of inOrder(questionnaire)) {
    const { item } = placed;
    const linkId = item.linkId ?? "";
    const named = linkId ? { linkId } : {};
    const tell = (found: Readonly<Record<string, boolean>>) => {
      for (const [code, isWrong] of Object.entries(found)) if (isWrong) problems.push({ ...named, code });
    };
    tell(ofPlace(placed, before.has(linkId)));
    const missing = untranslated(item);
    if (missing.length > 0)
      problems.push({ ...named, code: "translation_missing", params: { languages: missing.join() } });
    tell(ofContent(item, before));
    before.set(linkId, item);
    count += 1;
  }
  if (count > mostItems) problems.push({ code: "too_many_items" });
  if (count === 0) problems.push({ code: "no_step" });
  return problems;
}
