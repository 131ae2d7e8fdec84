import type { ReactNode } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import styles from "./Button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  readonly children: ReactNode;
  readonly kind?: "primary" | "secondary" | "quiet" | "danger";
  readonly small?: boolean;
}

/** While `isPending` it keeps its place and focus and cannot be pressed. */
export function Button({ kind = "primary", small = false, ...props }: ButtonProps) {
  return <AriaButton {...props} className={styles.button ?? ""} data-kind={kind} data-small={small || undefined} />;
}
