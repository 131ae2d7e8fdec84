import { Fragment, type ReactNode } from "react";
import type { RichBlockJson, RichInlineJson, RichTextJson } from "../rpc/gen/kajo/common/v1/rich_text_pb";
import styles from "./RichText.module.css";

type Level = 2 | 3 | 4 | 5;

interface RichTextProps {
  readonly text: RichTextJson;
  /** When it is not the page's. */
  readonly lang?: string | undefined;
  /** Of its upper headings: below the one that stands over the text. */
  readonly level?: Level;
}

/**
 * A formatted text as the server has drawn it: a tree, never markup. What is in it becomes elements of ours and nothing else, so that no
 * text can bring a script, a style or a link of another scheme.
 */
export function RichText({ text: { blocks = [] }, lang, level = 2 }: RichTextProps) {
  return (
    <div className={styles.text} lang={lang}>
      {all(blocks, (block) => drawnBlock(block, level))}
    </div>
  );
}

function all<Part>(parts: readonly Part[], draw: (part: Part) => ReactNode) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
    <Fragment key={index}>{draw(part)}</Fragment>
  ));
}

function drawnBlock({ heading, paragraph, list }: RichBlockJson, level: Level): ReactNode {
  if (heading) {
    const isLower = heading.level === 3;
    const Heading = `h${isLower ? level + 1 : level}` as "h2" | "h3" | "h4" | "h5" | "h6";
    return <Heading data-lower={isLower || undefined}>{words(heading.content)}</Heading>;
  }
  if (paragraph) return <p>{words(paragraph.content)}</p>;
  if (!list) return null;
  const items = all(list.items ?? [], ({ blocks = [] }) => <li>{all(blocks, (block) => drawnBlock(block, level))}</li>);
  return list.ordered ? <ol start={list.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

const words = (parts: readonly RichInlineJson[] = []) => all(parts, drawnInline);

function drawnInline({ text, strong, emphasis, link, lineBreak }: RichInlineJson): ReactNode {
  if (strong) return <strong>{words(strong.content)}</strong>;
  if (emphasis) return <em>{words(emphasis.content)}</em>;
  if (link) return <RichLink url={link.url ?? ""}>{words(link.content)}</RichLink>;
  return lineBreak ? <br /> : text;
}

/** The schemes that the server lets through, held once more here: whatever it is that answers, no link of ours runs anything. */
const schemes = /^(https:\/\/|mailto:|tel:)/;

function RichLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  if (!schemes.test(url)) return children;
  if (!url.startsWith("https:")) return <a href={url}>{children}</a>;
  return (
    <a href={url} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
