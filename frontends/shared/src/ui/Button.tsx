import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./Button.module.css";

export interface ButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style" | "disabled" | "onClick"> {
  readonly children: ReactNode;
  readonly kind?: "primary" | "secondary" | "quiet" | "danger";
  readonly small?: boolean;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  /** It cannot be pressed now, and is reached all the same: what `aria-describedby` names says why. */
  readonly isInactive?: boolean;
  readonly onPress?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** While `isPending` it keeps its place and focus and cannot be pressed: a second press does nothing. */
export function Button({
  kind = "primary",
  small = false,
  isDisabled = false,
  isPending = false,
  isInactive = false,
  onPress,
  type = "button",
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      aria-disabled={isPending || isInactive || undefined}
      className={styles.button}
      data-inactive={isInactive || undefined}
      data-kind={kind}
      data-pending={isPending || undefined}
      data-small={small || undefined}
      disabled={isDisabled}
      onClick={(event) => {
        if (isPending || isInactive) event.preventDefault();
        else onPress?.();
      }}
      type={type}
    />
  );
}
