import type { ReactNode } from "react";
import styles from "./Card.module.css";

/** A raised piece of a page. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

interface StackProps {
  readonly children: ReactNode;
  readonly gap?: "s" | "m" | "l";
  /** `text`: no wider than lines and fields are good to read, also on a wide desk. */
  readonly width?: "text";
}

/** Things below each other with even room between them. */
export function Stack({ children, gap = "m", width }: StackProps) {
  return (
    <div className={styles.stack} data-gap={gap} data-width={width}>
      {children}
    </div>
  );
}

/** Buttons beside each other. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
