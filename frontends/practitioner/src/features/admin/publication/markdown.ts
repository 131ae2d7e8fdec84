/** What the buttons over a formatted text do to it: pure, so that each is one step to take back. */

export interface Selection {
  readonly from: number;
  readonly to: number;
}

/** What takes the place of `from` to `to`, and what is selected then. */
export interface Replacement extends Selection {
  readonly insert: string;
  readonly select: Selection;
}

export type Format = "bold" | "italic" | "heading" | "list" | "link";

/** `placeholder` stands where nothing was selected, to be typed over. */
export function formatted(text: string, selection: Selection, format: Format, placeholder: string): Replacement {
  switch (format) {
    case "bold":
      return wrapped(text, selection, "**", placeholder);
    case "italic":
      return wrapped(text, selection, "*", placeholder);
    case "heading":
      return lines(text, selection, nextHeading);
    case "list":
      return lines(text, selection, toggledPoint);
    case "link":
      return linked(text, selection, placeholder);
  }
}

/** Puts marks around what is selected, or takes them away again. */
function wrapped(text: string, { from, to }: Selection, mark: string, placeholder: string): Replacement {
  const chosen = text.slice(from, to);
  const before = text.slice(0, from);
  const isMarked = before.endsWith(mark) && text.startsWith(mark, to) && !isLonger(before, mark);
  if (isMarked) {
    const start = from - mark.length;
    return {
      from: start,
      to: to + mark.length,
      insert: chosen,
      select: { from: start, to: start + chosen.length },
    };
  }
  // Marks beside a blank are no marks.
  const lead = chosen.length - chosen.trimStart().length;
  const words = chosen.trim() || placeholder;
  const insert = `${chosen.slice(0, lead)}${mark}${words}${mark}${chosen.slice(lead + chosen.trim().length)}`;
  const start = from + lead + mark.length;
  return { from, to, insert, select: { from: start, to: start + words.length } };
}

/** One star of two is no emphasis. */
const isLonger = (before: string, mark: string) => mark === "*" && /(?:^|[^*])\*\*$/.test(before);

function linked(text: string, { from, to }: Selection, placeholder: string): Replacement {
  const chosen = text.slice(from, to).trim();
  if (/^(https:\/\/|mailto:|tel:)\S+$/.test(chosen)) {
    const select = { from: from + 1, to: from + 1 + placeholder.length };
    return { from, to, insert: `[${placeholder}](${chosen})`, select };
  }
  const words = chosen || placeholder;
  const address = "https://";
  const start = from + words.length + 3;
  return { from, to, insert: `[${words}](${address})`, select: { from: start, to: start + address.length } };
}

/** Changes every line that is touched. */
function lines(text: string, { from, to }: Selection, change: (line: string) => string): Replacement {
  const start = from === 0 ? 0 : text.lastIndexOf("\n", from - 1) + 1;
  const next = text.indexOf("\n", to);
  const end = next < 0 ? text.length : next;
  const insert = text.slice(start, end).split("\n").map(change).join("\n");
  return { from: start, to: end, insert, select: { from: start + insert.length, to: start + insert.length } };
}

/** No heading, a heading, one below it, and none again. */
function nextHeading(line: string): string {
  const words = line.replace(/^#{1,6}\s+/, "");
  if (/^###\s/.test(line)) return words;
  return `${/^##\s/.test(line) ? "###" : "##"} ${words}`;
}

const toggledPoint = (line: string) => (/^[-*]\s/.test(line) ? line.slice(2) : `- ${line}`);
