/** What a version changed, by the words of its items. Pure. */
import type { PublishedSurveyVersionJson, SurveyDetailsJson } from "@kajo/shared/rpc";
import { typedOf } from "../build/paragraphs";
import type { ItemJson } from "../build/types";

export type Kind = "added" | "changed" | "removed";

export interface Change {
  readonly kind: Kind;
  readonly linkId: string;
  /** Of the item; empty where it has none. */
  readonly words: string;
  /** What it was called before, where that is something else. */
  readonly before: string | undefined;
}

/** In the order of the contract. `before`: the version before; of the first one undefined. */
export function changesOf(
  { addedLinkIds = [], changedLinkIds = [], removedLinkIds = [] }: PublishedSurveyVersionJson,
  details: SurveyDetailsJson | undefined,
  before: SurveyDetailsJson | undefined,
): readonly Change[] {
  const now = wordsOf(details);
  const then = wordsOf(before);
  const change = (kind: Kind) => (linkId: string) => {
    const words = (kind === "removed" ? then : now).get(linkId) ?? "";
    const was = kind === "changed" ? then.get(linkId) : undefined;
    return { kind, linkId, words, before: was === words ? undefined : was };
  };
  return [
    ...addedLinkIds.map(change("added")),
    ...changedLinkIds.map(change("changed")),
    ...removedLinkIds.map(change("removed")),
  ];
}

/** The Finnish words of all items, by their link IDs. */
const wordsOf = (details: SurveyDetailsJson | undefined): ReadonlyMap<string, string> =>
  new Map(allOf(details?.questionnaire?.items).map((item) => [item.linkId ?? "", wordsOfItem(item)]));

const allOf = (items: readonly ItemJson[] = []): readonly ItemJson[] =>
  items.flatMap((item) => [item, ...allOf(item.items)]);

const wordsOfItem = ({ type, text, display }: ItemJson): string =>
  type === "ITEM_TYPE_DISPLAY" ? typedOf(display?.fi) : (text?.texts?.fi ?? "");
