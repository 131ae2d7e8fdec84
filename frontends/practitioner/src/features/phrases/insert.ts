/** Putting a phrase into what is being written. */

/** A place in a phrase that is filled in once it is inserted. */
const place = "[ ]";

export interface Inserted {
  readonly text: string;
  /** What is selected then: the first place to fill in, or the end of the phrase. */
  readonly from: number;
  readonly to: number;
}

/** At the caret, or over what is selected; a word before it stays a word. */
export function withPhrase(text: string, phrase: string, start: number, end: number): Inserted {
  const before = text.slice(0, start);
  const gap = before === "" || /\s$/.test(before) ? "" : " ";
  const at = before.length + gap.length;
  const first = phrase.indexOf(place);
  const from = first < 0 ? at + phrase.length : at + first;
  return {
    text: `${before}${gap}${phrase}${text.slice(end)}`,
    from,
    to: first < 0 ? from : from + place.length,
  };
}

/** Phrases that hold all of these words. */
export function found<P extends { readonly title?: string; readonly text?: string }>(
  phrases: readonly P[],
  words: string,
): readonly P[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return phrases.filter(({ title = "", text = "" }) => {
    const all = `${title} ${text}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
