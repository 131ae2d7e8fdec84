import { Fragment } from "react";
import { Phones } from "../ui";
import { type Block, blocksOf } from "./blocks";
import styles from "./Prose.module.css";

interface Props {
  readonly text: string;
  /** When it is not the page's. */
  readonly lang?: string | undefined;
  /** Of its headings: below the one of the page. */
  readonly level?: 2 | 3;
}

/** A long text to be read: headings, paragraphs, lists. */
export function Prose({ text, lang, level = 2 }: Props) {
  return (
    <div className={styles.prose} lang={lang}>
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other names for its parts
        <Fragment key={index}>{drawn(block, level)}</Fragment>
      ))}
    </div>
  );
}

function drawn(block: Block, level: 2 | 3) {
  switch (block.kind) {
    case "heading":
      return level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case "paragraph":
      return (
        <p className={styles.paragraph}>
          <Phones>{block.lines.join("\n")}</Phones>
        </p>
      );
    case "list":
      return (
        <ul>
          {block.points.map((point) => (
            <li key={point}>
              <Phones>{point}</Phones>
            </li>
          ))}
        </ul>
      );
  }
}
