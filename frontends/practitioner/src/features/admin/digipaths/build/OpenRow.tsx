import { useText } from "@kajo/shared/i18n";
import { StatusTag } from "@kajo/shared/ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./Blocks.module.css";

interface OpenRowProps
  extends Pick<ComponentProps<"button">, "aria-describedby" | "aria-keyshortcuts" | "onKeyDown" | "name"> {
  readonly sentence: string;
  /** So many things are to be corrected below. */
  readonly wrong: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** A sentence that opens its fields below. */
export function OpenRow({ sentence, wrong, isOpen, onPress, children, ...button }: OpenRowProps) {
  const t = useText();
  const id = useId();
  return (
    <>
      <button
        {...button}
        aria-controls={isOpen ? id : undefined}
        aria-expanded={isOpen}
        className={styles.row}
        onClick={onPress}
        type="button"
      >
        <span className={styles.sentence}>{sentence}</span>
        {wrong > 0 ? <StatusTag tone="warning">{t("pathEditor.step.problems", { n: wrong })}</StatusTag> : null}
      </button>
      {isOpen ? (
        <div className={styles.open} id={id}>
          {children}
        </div>
      ) : null}
    </>
  );
}
