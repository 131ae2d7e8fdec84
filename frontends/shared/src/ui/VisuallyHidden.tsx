import type { HTMLAttributes } from "react";
import styles from "./VisuallyHidden.module.css";

/** Words for screen readers alone: a caption, or what a live region says. */
export function VisuallyHidden(props: Omit<HTMLAttributes<HTMLSpanElement>, "className" | "style">) {
  return <span {...props} className={styles.hidden} />;
}
