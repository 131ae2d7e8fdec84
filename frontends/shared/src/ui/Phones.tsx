import type { ReactNode } from "react";
import styles from "./Phones.module.css";

/** The medical helpline and the emergency number, as texts write them. */
const numbers = /(116[ \u00A0]117|\b112\b)/;

/** A text in which these numbers can be pressed: whoever reads it on a phone may have no time to type them. */
export function Phones({ children }: { readonly children: string }): ReactNode {
  return children.split(numbers).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in a text more than once
      <span key={index}>{part}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same number may stand in a text more than once
      <a href={`tel:${part.replaceAll(/\s/g, "")}`} className={styles.number} key={index}>
        {part}
      </a>
    ),
  );
}
