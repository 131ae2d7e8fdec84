import type { ReactNode } from "react";
import styles from "./StatusTag.module.css";

export interface StatusTagProps {
  readonly tone?: "neutral" | "info" | "success" | "warning" | "danger";
  /** Its words may stand on two lines where there is no room. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}

export function StatusTag({ tone = "neutral", wraps = false, children }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone} data-wraps={wraps || undefined}>
      {children}
    </span>
  );
}
