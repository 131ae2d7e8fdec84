import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import styles from "./Button.module.css";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly kind?: "primary" | "secondary" | "quiet";
  readonly ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ kind = "primary", children, ...props }: Props) {
  return (
    <a {...props} className={styles.button} data-kind={kind}>
      {children}
    </a>
  );
}

/** A link of the router that looks like a button: it goes somewhere, a Button does something. */
export const LinkButton = createLink(Anchor);
