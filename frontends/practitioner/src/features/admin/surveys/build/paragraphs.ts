/** A text that is read, as it is typed: an empty line begins a paragraph. */
import type { RichJson } from "./types";

type Block = NonNullable<RichJson["blocks"]>[number];
type Inline = NonNullable<NonNullable<Block["paragraph"]>["content"]>[number];

/** The tree of what was typed. */
export function richOf(typed: string): RichJson {
  const paragraphs = typed
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return { blocks: paragraphs.map((paragraph) => ({ paragraph: { content: contentOf(paragraph) } })) };
}

const contentOf = (paragraph: string): Inline[] =>
  paragraph
    .split("\n")
    .flatMap((line, at): Inline[] => [...(at === 0 ? [] : [{ lineBreak: {} }]), { text: line.trim() }]);

/** The words of a tree. */
export const typedOf = (rich: RichJson | undefined): string => (rich?.blocks ?? []).map(blockWords).join("\n\n");

function blockWords({ heading, paragraph, list }: Block): string {
  if (list) return (list.items ?? []).map(({ blocks = [] }) => `- ${blocks.map(blockWords).join("\n")}`).join("\n");
  return wordsOf(heading?.content ?? paragraph?.content);
}

const wordsOf = (content: readonly Inline[] = []): string =>
  content
    .map(({ text, strong, emphasis, link, lineBreak }) =>
      lineBreak ? "\n" : (text ?? wordsOf((strong ?? emphasis ?? link)?.content)),
    )
    .join("");

/** It is made of paragraphs alone: typing loses nothing of it. */
export const isPlain = (rich: RichJson | undefined): boolean =>
  (rich?.blocks ?? []).every(({ paragraph }) =>
    paragraph?.content?.every(({ text, lineBreak }) => text !== undefined || lineBreak !== undefined),
  );
