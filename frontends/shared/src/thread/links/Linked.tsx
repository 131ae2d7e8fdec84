import { findLinks } from "./find";
import styles from "./Links.module.css";
import { WebLink } from "./WebLink";

export interface LinkedProps {
  readonly text: string;
  readonly conversationId: string;
  /** Place of the message in the thread. */
  readonly number: number;
  /** Which of its web addresses are possibly harmful. */
  readonly harmful: readonly number[];
}

/** A text with its links. */
export function Linked({ text, conversationId, number, harmful }: LinkedProps) {
  return findLinks(text).map((part, index) => {
    const key = `${index}`;
    if (part.kind === "text") return <span key={key}>{part.text}</span>;
    if (part.kind === "phone") {
      return (
        <a className={styles.phone} href={part.href} key={key}>
          {part.text}
        </a>
      );
    }
    const isHarmful = harmful.includes(part.number);
    return <WebLink conversationId={conversationId} isHarmful={isHarmful} key={key} number={number} part={part} />;
  });
}
