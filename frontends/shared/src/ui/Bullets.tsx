import type { ReactNode } from "react";
import styles from "./Bullets.module.css";

/** A few equal things, each on a line with a bullet: what a sentence of commas would run together. */
export function Bullets({ items }: { readonly items: readonly (readonly [key: string, content: ReactNode])[] }) {
  return (
    <ul className={styles.bullets}>
      {items.map(([key, content]) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  );
}
