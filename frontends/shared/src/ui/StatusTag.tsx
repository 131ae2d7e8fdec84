import type { ReactNode } from "react";
import styles from "./StatusTag.module.css";

export interface StatusTagProps {
  readonly tone?: "neutral" | "info" | "success" | "warning" | "danger";
  readonly children: ReactNode;
}

export function StatusTag({ tone = "neutral", children }: StatusTagProps) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
