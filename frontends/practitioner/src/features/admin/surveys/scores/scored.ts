/** What gives a score something to count. */
import type { ItemJson, ScoreJson } from "../build/types";

const withoutAmount: readonly ItemJson["type"][] = [
  "ITEM_TYPE_STRING",
  "ITEM_TYPE_TEXT",
  "ITEM_TYPE_DATE",
  "ITEM_TYPE_TIME",
];
const unnamed: readonly ItemJson["type"][] = ["ITEM_TYPE_GROUP", "ITEM_TYPE_DISPLAY"];

/** A count takes whatever can be answered, others what has an amount. */
export const isCountable = ({ type }: ItemJson, kind: ScoreJson["kind"]): boolean =>
  !unnamed.includes(type) && (kind === "SCORE_KIND_COUNT" || !withoutAmount.includes(type));
