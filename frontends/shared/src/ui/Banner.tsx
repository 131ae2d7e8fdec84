import type { ReactNode } from "react";
import styles from "./Banner.module.css";
import { Codes } from "./Codes";

export interface BannerProps {
  readonly tone: "info" | "success" | "warning" | "danger";
  readonly children: ReactNode;
  /** A button or link at the end. */
  readonly action?: ReactNode;
  /** Announced when it appears: politely, or at once for what must not be missed. */
  readonly announce?: "polite" | "alert";
}

export function Banner({ tone, children, action, announce }: BannerProps) {
  const role = announce === "alert" ? "alert" : announce === "polite" ? "status" : undefined;
  return (
    <div className={styles.banner} data-tone={tone} role={role}>
      <div className={styles.text}>{typeof children === "string" ? <Codes>{children}</Codes> : children}</div>
      {action}
    </div>
  );
}
