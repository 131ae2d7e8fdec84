/** What a newer server says and this page does not know (OPS-09): such a value of an enum comes as its number, whatever its type says. */

/** What stands for a value; undefined: this page does not know it. */
export function known<Entries extends object, Name extends keyof Entries>(
  entries: Entries,
  name: Name,
): Entries[Name] | undefined {
  return entries[name];
}

/** A state that this page does not know, as a tag: its text and its tone. */
export const unknownState = ["unknown.value", "neutral"] as const;
