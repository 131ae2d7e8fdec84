import { useText } from "@kajo/shared/i18n";
import type { LabLevelJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import styles from "./HealthRecords.module.css";
import { levelOf } from "./levels";

/** How a value lies beside its reference values, in words and by a mark. */
export function LevelTag({ level }: { readonly level: LabLevelJson | undefined }) {
  const t = useText();
  const known = levelOf(level);
  if (!known) return null;
  const { word, tone, Mark } = known;
  return (
    <StatusTag tone={tone} wraps>
      <Mark aria-hidden="true" className={styles.mark} size={16} />
      <span>{t(word)}</span>
    </StatusTag>
  );
}
