/** Length as people count it. The server counts the same way: extended grapheme clusters. */
const segmenter = new Intl.Segmenter("fi", { granularity: "grapheme" });

export function graphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}
