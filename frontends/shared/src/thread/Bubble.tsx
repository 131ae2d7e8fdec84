import type { ReactNode } from "react";
import { useText } from "../i18n";
import { Avatar } from "../ui";
import styles from "./Thread.module.css";

export interface BubbleProps {
  /** Whose it is, as screen readers are told. */
  readonly author: string;
  /** Of whom the picture beside it is. */
  readonly name: string;
  readonly quiet?: boolean;
  /** The reader's own stand on the other side. */
  readonly own: boolean;
  /** Not for everybody in the conversation. */
  readonly inside?: boolean;
  readonly head: ReactNode;
  readonly children: ReactNode;
}

/** What somebody said, with who it was beside it and above it. */
export function Bubble({ author, name, quiet = false, own, inside = false, head, children }: BubbleProps) {
  const t = useText();
  return (
    <article
      aria-label={t("thread.messageOf", { name: author })}
      className={styles.message}
      data-own={own || undefined}
    >
      <Avatar name={name} quiet={quiet} />
      <div className={styles.bubble} data-inside={inside || undefined}>
        <header className={styles.head}>{head}</header>
        {children}
      </div>
    </article>
  );
}
