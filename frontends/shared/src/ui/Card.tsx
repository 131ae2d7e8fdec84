import type { ReactNode } from "react";
import styles from "./Card.module.css";

/** A raised piece of a page. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

/** Things below each other with even room between them. */
export function Stack({ children, gap = "m" }: { readonly children: ReactNode; readonly gap?: "s" | "m" | "l" }) {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  );
}

/** Buttons beside each other. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
