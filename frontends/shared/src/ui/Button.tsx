import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./Button.module.css";

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style" | "disabled" | "onClick"> {
  readonly children: ReactNode;
  readonly kind?: "primary" | "secondary" | "quiet" | "danger";
  readonly small?: boolean;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  readonly onPress?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** While `isPending` it keeps its place and focus and cannot be pressed: a second press does nothing. */
export function Button({
  kind = "primary",
  small = false,
  isDisabled = false,
  isPending = false,
  onPress,
  type = "button",
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      aria-disabled={isPending || undefined}
      className={styles.button}
      data-kind={kind}
      data-pending={isPending || undefined}
      data-small={small || undefined}
      disabled={isDisabled}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onPress?.();
      }}
      type={type}
    />
  );
}
