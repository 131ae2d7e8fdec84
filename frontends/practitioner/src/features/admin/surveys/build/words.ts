/** What items are called while they are built: by their Finnish words, which are written first. */
import type { Text } from "@kajo/shared/i18n";
import { typedOf } from "./paragraphs";
import { finnishOf, type ItemJson } from "./types";

const longest = 80;

/** The first words of an item; empty while it has none. */
function wordsOf(item: ItemJson): string {
  const words = item.type === "ITEM_TYPE_DISPLAY" ? typedOf(item.display?.fi) : finnishOf(item.text);
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line;
}

/** The same, or what stands for them. */
export function nameOf(item: ItemJson, t: Text): string {
  if (item.type === "ITEM_TYPE_GROUP") return wordsOf(item) || t("survey.unnamed.group");
  if (item.type === "ITEM_TYPE_SCORE") return wordsOf(item) || t("survey.unnamed.score");
  return wordsOf(item) || t(item.type === "ITEM_TYPE_DISPLAY" ? "survey.unnamed.display" : "survey.unnamed.question");
}
