import { useText } from "@kajo/shared/i18n";
import { Card } from "@kajo/shared/ui";
import styles from "./DeletionItems.module.css";
import type { Summed } from "./items";

/** What is erased and what stays, one beside the other where there is room. */
export function DeletionItems({ erased, kept }: Summed) {
  const t = useText();
  return (
    <div className={styles.items}>
      <Lines lines={erased} title={t("account.erased")} />
      <Lines lines={kept} title={t("account.kept")} />
    </div>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <Card>
      <h2>{title}</h2>
      <ul className={styles.list}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  );
}
