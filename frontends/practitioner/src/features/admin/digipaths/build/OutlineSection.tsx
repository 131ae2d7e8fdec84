import { LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { Banner, Button } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { useListPathReferencesQuery } from "../api";
import styles from "./Blocks.module.css";
import { type Outline, undoName } from "./use-outline";

/** Describes the keys that move a step. */
export const keysId = "path-keys";

interface OutlineSectionProps {
  readonly title: string;
  readonly text: string;
  readonly outline: Outline;
  /** Its blocks are drawn as one line. */
  readonly isOne: boolean;
  /** What adds to the end of it. */
  readonly add?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around the steps of a path: what they are, how they are moved, and the way back to what was deleted last. */
export function OutlineSection({ title, text, outline, isOne, add, children }: OutlineSectionProps) {
  const t = useText();
  const { error, refetch } = useListPathReferencesQuery();
  return (
    <section aria-label={title} className={styles.blocks} data-one={isOne || undefined}>
      <h2>{title}</h2>
      <p className={styles.hint}>{text}</p>
      <p className={styles.hint} id={keysId}>
        {t("pathEditor.keys")}
      </p>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {children}
      {outline.gone ? (
        <Banner
          action={
            <Button kind="secondary" name={undoName} onPress={outline.takeBack} small>
              {t("pathEditor.undo")}
            </Button>
          }
          announce="polite"
          tone="info"
        >
          {outline.gone.text}
        </Banner>
      ) : null}
      {add ? <div>{add}</div> : null}
    </section>
  );
}
