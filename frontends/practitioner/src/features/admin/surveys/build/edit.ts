/**
 * What the builder does to a questionnaire (SUR-01): pure, each a new questionnaire. Conditions and scores that an edit leaves looking ahead, or
 * looking at nothing, stay as they are: `check` tells of them, and nothing is lost by moving there and back.
 */
import { newLinkId, type Random } from "./codes";
import { type ItemJson, type OptionJson, type Patch, patched, type QuestionnaireJson } from "./types";

/** Where an item stands: below which one (none: it is a step), and at which place there. */
export interface Place {
  readonly parent: string | undefined;
  readonly index: number;
}

export interface Placed extends Place {
  readonly item: ItemJson;
  /** How many stand beside it, itself among them. */
  readonly siblings: number;
  readonly level: number;
}

/** What was taken out, to be put back. */
export interface Removed extends Place {
  readonly item: ItemJson;
}

/** All items in document order. */
export function placedOf(items: readonly ItemJson[] | undefined, parent?: string, level = 1): readonly Placed[] {
  return (items ?? []).flatMap((item, index) => [
    { item, parent, index, siblings: items?.length ?? 0, level },
    ...placedOf(item.items, item.linkId ?? "", level + 1),
  ]);
}

export const find = ({ items }: QuestionnaireJson, linkId: string | undefined): Placed | undefined =>
  placedOf(items).find(({ item }) => (item.linkId ?? "") === linkId);

/** All that stands before an item: what its conditions and its score can be about. */
export function before({ items }: QuestionnaireJson, linkId: string): readonly ItemJson[] {
  const all = placedOf(items).map(({ item }) => item);
  return all.slice(
    0,
    all.findIndex((item) => item.linkId === linkId),
  );
}

export const takenLinkIds = ({ items }: QuestionnaireJson): ReadonlySet<string> =>
  new Set(placedOf(items).map(({ item }) => item.linkId ?? ""));

/** With the items below one of them (none: the steps) as `step` makes them. */
function withSiblings(
  questionnaire: QuestionnaireJson,
  parent: string | undefined,
  step: (items: readonly ItemJson[]) => ItemJson[],
): QuestionnaireJson {
  if (parent === undefined) return { ...questionnaire, items: step(questionnaire.items ?? []) };
  return changed(questionnaire, parent, ({ items = [] }) => ({ items: step(items) }));
}

/** With other fields of one item. */
export function changed(
  questionnaire: QuestionnaireJson,
  linkId: string,
  patch: Patch<ItemJson> | ((item: ItemJson) => Patch<ItemJson>),
): QuestionnaireJson {
  const inAll = (items: readonly ItemJson[]): ItemJson[] =>
    items.map((item) => {
      if ((item.linkId ?? "") === linkId) return patched(item, typeof patch === "function" ? patch(item) : patch);
      return item.items ? { ...item, items: inAll(item.items) } : item;
    });
  return { ...questionnaire, items: inAll(questionnaire.items ?? []) };
}

/** With one item more. */
export function added(questionnaire: QuestionnaireJson, item: ItemJson, { parent, index }: Place): QuestionnaireJson {
  return withSiblings(questionnaire, parent, (items) => [...items.slice(0, index), item, ...items.slice(index)]);
}

/** Without an item and all below it. */
export function removed(
  questionnaire: QuestionnaireJson,
  linkId: string,
): { readonly questionnaire: QuestionnaireJson; readonly removed: Removed } | undefined {
  const found = find(questionnaire, linkId);
  if (!found) return undefined;
  const { item, parent, index } = found;
  const rest = withSiblings(questionnaire, parent, (items) => items.filter((each) => each !== item));
  return { questionnaire: rest, removed: { item, parent, index } };
}

/** Where something new goes: behind what is chosen, at the end of a step or group that is chosen, or at the end of the last step. */
export function placeOfNew(questionnaire: QuestionnaireJson, chosen: string | undefined): Place {
  const found = find(questionnaire, chosen);
  const last = questionnaire.items?.at(-1);
  const group = found?.item.type === "ITEM_TYPE_GROUP" ? found.item : found ? undefined : last;
  if (group) return { parent: group.linkId ?? "", index: group.items?.length ?? 0 };
  return { parent: found?.parent, index: (found?.index ?? -1) + 1 };
}

/** Where a new step goes: behind the one that holds what is chosen. */
export function placeOfNewStep({ items = [] }: QuestionnaireJson, chosen: string | undefined): Place {
  const at = items.findIndex((step) => placedOf([step]).some(({ item }) => item.linkId === chosen));
  return { parent: undefined, index: at < 0 ? items.length : at + 1 };
}

/**
 * One place up or down, through groups and from step to step; undefined: there is no such place. A step goes past a whole step, anything else into
 * a group that it meets, and out of its own at the end of that.
 */
export function placeOfMoved(questionnaire: QuestionnaireJson, linkId: string, way: -1 | 1): Place | undefined {
  const found = find(questionnaire, linkId);
  if (!found) return undefined;
  const { parent, index, siblings } = found;
  const to = index + way;
  const isInside = to >= 0 && to < siblings;
  if (parent === undefined) return isInside ? { parent, index: to } : undefined;
  const above = find(questionnaire, parent);
  if (isInside) {
    const neighbour = above?.item.items?.[to];
    if (neighbour?.type !== "ITEM_TYPE_GROUP") return { parent, index: to };
    return { parent: neighbour.linkId ?? "", index: way < 0 ? (neighbour.items?.length ?? 0) : 0 };
  }
  if (!above) return undefined;
  if (above.parent !== undefined) return { parent: above.parent, index: above.index + (way < 0 ? 0 : 1) };
  const step = questionnaire.items?.[above.index + way];
  return step && { parent: step.linkId ?? "", index: way < 0 ? (step.items?.length ?? 0) : 0 };
}

/** An item with all below it, one place up or down. */
export function moved(questionnaire: QuestionnaireJson, linkId: string, way: -1 | 1): QuestionnaireJson | undefined {
  const to = placeOfMoved(questionnaire, linkId, way);
  const taken = removed(questionnaire, linkId);
  // It is never moved below itself, so the place is the same without it.
  return to && taken ? added(taken.questionnaire, taken.removed.item, to) : undefined;
}

/** A copy right behind an item. All in it has new names; conditions and scores in it that were about what is copied are about the copy. */
export function duplicated(
  questionnaire: QuestionnaireJson,
  linkId: string,
  draw: Random,
): { readonly questionnaire: QuestionnaireJson; readonly linkId: string } | undefined {
  const found = find(questionnaire, linkId);
  if (!found) return undefined;
  const taken = new Set(takenLinkIds(questionnaire));
  const names = new Map<string, string>();
  for (const { item } of placedOf([found.item])) {
    const name = newLinkId(taken, draw);
    taken.add(name);
    names.set(item.linkId ?? "", name);
  }
  const renamed = (name: string) => names.get(name) ?? name;
  const copyOf = (item: ItemJson): ItemJson => {
    const { items, enableWhen, score } = item;
    return {
      ...item,
      linkId: renamed(item.linkId ?? ""),
      ...(items ? { items: items.map(copyOf) } : {}),
      ...(enableWhen
        ? { enableWhen: enableWhen.map((each) => ({ ...each, linkId: renamed(each.linkId ?? "") })) }
        : {}),
      ...(score ? { score: { ...score, linkIds: (score.linkIds ?? []).map(renamed) } } : {}),
    };
  };
  const place = { parent: found.parent, index: found.index + 1 };
  return { questionnaire: added(questionnaire, copyOf(found.item), place), linkId: renamed(linkId) };
}

/** What an option is called by conditions changes with its code. */
export function withOptions(
  questionnaire: QuestionnaireJson,
  linkId: string,
  options: readonly OptionJson[],
  renamed?: { readonly from: string; readonly to: string },
): QuestionnaireJson {
  const next = changed(questionnaire, linkId, { options: [...options] });
  if (!renamed || renamed.from === renamed.to) return next;
  const inAll = (items: readonly ItemJson[]): ItemJson[] =>
    items.map((item) => ({
      ...item,
      ...(item.items ? { items: inAll(item.items) } : {}),
      ...(item.enableWhen
        ? {
            enableWhen: item.enableWhen.map((each) =>
              each.linkId === linkId && each.value?.code === renamed.from
                ? { ...each, value: { code: renamed.to } }
                : each,
            ),
          }
        : {}),
    }));
  return { ...next, items: inAll(next.items ?? []) };
}
