import type { ReactNode } from "react";
import styles from "./Codes.module.css";

/** Codes of errors and numbers of receipts, as the platform makes them. */
const codes = /\b([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/;

/** A text in which these stay whole at the end of a line: they are read aloud, and copied. */
export function Codes({ children }: { readonly children: string }): ReactNode {
  return children.split(codes).map((part, index) =>
    index % 2 === 0 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand in a text more than once
      <span key={index}>{part}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same code may stand in a text more than once
      <span className={styles.code} key={index} translate="no">
        {part}
      </span>
    ),
  );
}
