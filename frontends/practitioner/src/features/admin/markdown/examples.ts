/** What may be written, by examples. They are drawn as one text, so that the page asks once. */
import type { PlainId } from "@kajo/shared/i18n";
import type { RichBlockJson, RichTextJson } from "@kajo/shared/rpc";

export interface Example {
  readonly name: PlainId;
  /** Markdown, in the language of the page. */
  readonly typed: PlainId;
  readonly hint: PlainId;
}

export const examples: readonly Example[] = [
  {
    name: "markdownGuide.paragraph.name",
    typed: "markdownGuide.paragraph.typed",
    hint: "markdownGuide.paragraph.hint",
  },
  {
    name: "markdownGuide.lineBreak.name",
    typed: "markdownGuide.lineBreak.typed",
    hint: "markdownGuide.lineBreak.hint",
  },
  { name: "markdownGuide.heading.name", typed: "markdownGuide.heading.typed", hint: "markdownGuide.heading.hint" },
  { name: "markdownGuide.bold.name", typed: "markdownGuide.bold.typed", hint: "markdownGuide.bold.hint" },
  { name: "markdownGuide.italic.name", typed: "markdownGuide.italic.typed", hint: "markdownGuide.italic.hint" },
  { name: "markdownGuide.list.name", typed: "markdownGuide.list.typed", hint: "markdownGuide.list.hint" },
  { name: "markdownGuide.numbered.name", typed: "markdownGuide.numbered.typed", hint: "markdownGuide.numbered.hint" },
  { name: "markdownGuide.link.name", typed: "markdownGuide.link.typed", hint: "markdownGuide.link.hint" },
  { name: "markdownGuide.mail.name", typed: "markdownGuide.mail.typed", hint: "markdownGuide.mail.hint" },
  { name: "markdownGuide.phone.name", typed: "markdownGuide.phone.typed", hint: "markdownGuide.phone.hint" },
  { name: "markdownGuide.sign.name", typed: "markdownGuide.sign.typed", hint: "markdownGuide.sign.hint" },
];

/** A paragraph of its own between two of them. */
const between = "⁂";

export const joined = (texts: readonly string[]) => texts.join(`\n\n${between}\n\n`);

/** What each became, in their order. */
export function parted({ blocks = [] }: RichTextJson): readonly RichTextJson[] {
  const parts: RichBlockJson[][] = [[]];
  for (const block of blocks) {
    if (isBetween(block)) parts.push([]);
    else parts.at(-1)?.push(block);
  }
  return parts.map((part) => ({ blocks: part }));
}

const isBetween = ({ paragraph }: RichBlockJson) =>
  paragraph?.content?.length === 1 && paragraph.content[0]?.text === between;
