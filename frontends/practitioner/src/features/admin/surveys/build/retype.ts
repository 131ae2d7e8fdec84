/** What becomes of an item that is given another type. */
import { richOf, typedOf } from "./paragraphs";
import { type ItemJson, type ItemType, isChoice, isQuestion, type Patch, patched } from "./types";

const textOf = (display: ItemJson["display"]): NonNullable<ItemJson["text"]> => ({
  texts: Object.fromEntries(
    Object.entries(display ?? {}).map(([language, rich]) => [language, typedOf(rich).replace(/\s+/g, " ")]),
  ),
});

/** The words of an item, where those of the other type have them. */
function wordsOf(item: ItemJson, type: ItemType): Patch<ItemJson> {
  const wasRead = item.type === "ITEM_TYPE_DISPLAY";
  const isRead = type === "ITEM_TYPE_DISPLAY";
  if (wasRead === isRead) return {};
  if (isRead) {
    const display = Object.entries(item.text?.texts ?? {}).map(([language, words]) => [language, richOf(words)]);
    return { text: undefined, hint: undefined, display: Object.fromEntries(display) };
  }
  return { display: undefined, text: textOf(item.display) };
}

/** What an item is when it becomes another type: its words stay, and whatever that type has too. */
export function retyped(item: ItemJson, type: ItemType): Patch<ItemJson> {
  const isCounted = type === "ITEM_TYPE_INTEGER" || type === "ITEM_TYPE_DECIMAL";
  const isWritten = type === "ITEM_TYPE_STRING" || type === "ITEM_TYPE_TEXT" || type === "ITEM_TYPE_OPEN_CHOICE";
  const kept = <Key extends keyof ItemJson>(isKept: boolean, ...keys: readonly Key[]): Patch<ItemJson> =>
    isKept ? {} : Object.fromEntries(keys.map((key) => [key, undefined]));
  return {
    type,
    ...wordsOf(item, type),
    ...kept(isQuestion(type), "required"),
    ...kept(isQuestion(type), "hint"),
    ...kept(isChoice(type), "options", "repeats", "minChoices", "maxChoices"),
    ...kept(isCounted, "unit"),
    // Bounds of a whole number are counted in other units than those of a decimal.
    ...kept(false, "min", "max"),
    ...kept(type === "ITEM_TYPE_DECIMAL", "decimals"),
    ...kept(isWritten, "maxLength"),
    ...kept(type === "ITEM_TYPE_DATE", "dateLimit"),
    ...kept(type === "ITEM_TYPE_STRING", "format"),
    ...kept(type === "ITEM_TYPE_SCORE", "score"),
  };
}

/** What changes of type took from an item, and the type that it was of. */
export type Taken = ReadonlyMap<string, { readonly value: unknown; readonly of: ItemType | undefined }>;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The same with what earlier changes took, where this type has it: passing over types one by one loses nothing. */
export function retypedBack(
  item: ItemJson,
  type: ItemType,
  taken: Taken,
): { readonly patch: Patch<ItemJson>; readonly taken: Taken } {
  const patch = retyped(item, type);
  const bare = patched(item, patch);
  const has = (key: string) => Object.hasOwn(bare, key);
  const comesBack = (key: string, { value, of }: { readonly value: unknown; readonly of: ItemType | undefined }) => {
    if (key === "min" || key === "max") return of === type && !has(key);
    // Formatting comes back unless other words were written since.
    if (key === "display") return has(key) && same(textOf(value as ItemJson["display"]), item.text);
    return !has(key) && !(key in patch);
  };
  const back = [...taken].filter(([key, each]) => comesBack(key, each));
  const lost = Object.entries(item).filter(([key]) => !has(key));
  const given = new Set(back.map(([key]) => key));
  return {
    patch: { ...patch, ...Object.fromEntries(back.map(([key, { value }]) => [key, value])) },
    taken: new Map([
      ...[...taken].filter(([key]) => !given.has(key)),
      ...lost.map(([key, value]) => [key, { value, of: item.type }] as const),
    ]),
  };
}
