/**
 * A questionnaire over what others saved of it meanwhile (SUR-01): `base` is what it was changed from. What was changed here stands, also that
 * something was moved or taken out; all else is as it is kept now.
 */
import type { Over } from "@kajo/shared/drafts";
import { type Placed, placedOf } from "./edit";
import { type ItemJson, type Patch, patched, type QuestionnaireJson, type Values } from "./types";

type Items = readonly ItemJson[];
type Fields = Readonly<Record<string, unknown>>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Field by field, and in fields that have fields themselves, such as texts by their languages. */
function fieldsOver<Of extends object>(newest: Of, mine: Of, base: Of): Of {
  const over = (now: unknown, here: unknown, was: unknown): unknown => {
    if (isFields(now) && isFields(here) && isFields(was)) return fieldsOver(now, here, was);
    return same(here, was) ? now : here;
  };
  const keys = Object.keys({ ...newest, ...mine }) as (keyof Of)[];
  const fields = keys.map((key) => [key, over(newest[key], mine[key], base[key])]);
  return patched({} as Of, Object.fromEntries(fields) as Patch<Of>);
}

const bare = (item: ItemJson): ItemJson => {
  const { items: _items, ...own } = item;
  return own;
};

/** An item without what stands below it. Fields go with its type: where that was changed they are taken from one side. */
function itemOver(newest: ItemJson, mine: ItemJson, base: ItemJson): ItemJson {
  const [now, here, was] = [bare(newest), bare(mine), bare(base)];
  if (now.type === was.type && here.type === was.type) return fieldsOver(now, here, was);
  return same(here, was) ? now : here;
}

type Tree = ReadonlyMap<string, Placed>;

const treeOf = (items: Items): Tree => new Map(placedOf(items).map((placed) => [placed.item.linkId ?? "", placed]));

/** What stands right below an item, in its order. */
const belowOf = (tree: Tree, parent: string | undefined): readonly string[] =>
  [...tree].filter(([, placed]) => placed.parent === parent).map(([linkId]) => linkId);

/** Whether an item is to be there, whatever stands below it. */
function isKept(linkId: string, newest: Tree, mine: Tree, base: Tree): boolean {
  const [here, was] = [mine.get(linkId), base.get(linkId)];
  if (was === undefined) return true;
  if (newest.has(linkId)) return here !== undefined;
  return here !== undefined && !same(bare(here.item), bare(was.item));
}

/** Below what each is to stand; undefined where that would be below itself. */
function parentsOf(
  newest: Tree,
  mine: Tree,
  base: Tree,
  movesCount: boolean,
): ReadonlyMap<string, string | undefined> | undefined {
  const all = new Set([...newest.keys(), ...mine.keys()]);
  const parents = new Map<string, string | undefined>();
  for (const linkId of all) {
    const [now, here, was] = [newest.get(linkId), mine.get(linkId), base.get(linkId)];
    const wasMoved = here !== undefined && here.parent !== was?.parent;
    parents.set(linkId, now === undefined || (movesCount && wasMoved) ? here?.parent : now.parent);
  }
  const isBelowItself = (linkId: string): boolean => {
    let above = parents.get(linkId);
    for (let step = 0; above !== undefined && step < all.size; step += 1) above = parents.get(above);
    return above !== undefined;
  };
  return [...all].some(isBelowItself) ? undefined : parents;
}

/** In the order of the first, with those that only the second has behind what they stand behind there. */
function ordered(first: readonly string[], second: readonly string[]): readonly string[] {
  return second.reduce<readonly string[]>((all, linkId, at) => {
    if (all.includes(linkId)) return all;
    const before = second.slice(0, at).findLast((each) => all.includes(each));
    const place = before === undefined ? 0 : all.indexOf(before) + 1;
    return [...all.slice(0, place), linkId, ...all.slice(place)];
  }, first);
}

export function itemsOver(newestItems: Items, mineItems: Items, baseItems: Items): ItemJson[] {
  const [newest, mine, base] = [treeOf(newestItems), treeOf(mineItems), treeOf(baseItems)];
  // Where two moved groups into each other, each stands where it is kept.
  const parents =
    parentsOf(newest, mine, base, true) ?? parentsOf(newest, mine, base, false) ?? new Map<string, string>();
  const kept = new Set([...parents.keys()].filter((linkId) => isKept(linkId, newest, mine, base)));
  // What holds something that stays does, too.
  for (const linkId of [...kept]) {
    for (let above = parents.get(linkId); above !== undefined; above = parents.get(above)) kept.add(above);
  }
  const own = (linkId: string): ItemJson => {
    const [now, here, was] = [newest, mine, base].map((tree) => tree.get(linkId)?.item);
    if (now && here && was) return itemOver(now, here, was);
    return bare(here ?? now ?? {});
  };
  const below = (parent: string | undefined): ItemJson[] => {
    const [now, here, was] = [newest, mine, base].map((tree) => belowOf(tree, parent)) as [
      string[],
      string[],
      string[],
    ];
    const wasReordered = !same(
      here.filter((each) => was.includes(each)),
      was.filter((each) => here.includes(each)),
    );
    const order = wasReordered ? ordered(here, now) : ordered(now, here);
    return order
      .filter((linkId) => kept.has(linkId) && parents.get(linkId) === parent)
      .map((linkId) => {
        const items = below(linkId);
        return items.length > 0 ? { ...own(linkId), items } : own(linkId);
      });
  };
  return below(undefined);
}

const questionnaireOver = (
  { items: now = [], ...newest }: QuestionnaireJson,
  mine: QuestionnaireJson,
  base: QuestionnaireJson,
): QuestionnaireJson => ({ ...newest, items: itemsOver(now, mine.items ?? [], base.items ?? []) });

/** What is built over what others saved meanwhile. */
export const valuesOver: Over<Values> = (newest, { value, saved }) => ({
  ...fieldsOver(newest, value, saved),
  questionnaire: questionnaireOver(newest.questionnaire, value.questionnaire, saved.questionnaire),
});
