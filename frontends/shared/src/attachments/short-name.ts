/** Names up to this many characters are shown whole. */
const longest = 36;
/** What is kept of the end: the ending, and some of what tells one file from the next. */
const tail = 14;

export function shortName(name: string): string {
  const characters = [...new Intl.Segmenter("fi", { granularity: "grapheme" }).segment(name)].map(
    (each) => each.segment,
  );
  if (characters.length <= longest) return name;
  return `${characters.slice(0, longest - tail - 1).join("")}…${characters.slice(-tail).join("")}`;
}
