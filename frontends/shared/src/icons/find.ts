import { type IconGroup, iconGroups } from "./catalogue";
import type { IconTexts } from "./use-icon-names";

export interface FoundGroup {
  readonly group: IconGroup;
  readonly names: readonly string[];
}

/** Groups with the icons whose name, in the language or in English, or whose group has the words in it. */
export function findIcons(words: string, own: IconTexts, english: IconTexts): readonly FoundGroup[] {
  const wanted = words.trim().toLocaleLowerCase();
  const has = (key: string) =>
    [own[key], english[key], key].some((text) => text?.toLocaleLowerCase().includes(wanted) === true);
  return (Object.keys(iconGroups) as IconGroup[])
    .map((group) => {
      const names = Object.keys(iconGroups[group]);
      return { group, names: wanted === "" || has(`group.${group}`) ? names : names.filter(has) };
    })
    .filter(({ names }) => names.length > 0);
}
