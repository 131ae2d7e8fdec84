import { useText } from "../i18n";
import styles from "./Loading.module.css";

/** Shown only after a moment: what is quick should not flicker. */
export function Spinner() {
  const t = useText();
  return (
    <div className={styles.spinner} role="status">
      <span aria-hidden="true" className={styles.ring} />
      <span>{t("ui.loading")}</span>
    </div>
  );
}

/** Grey lines where a list is about to be. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const t = useText();
  return (
    <div aria-label={t("ui.loading")} className={styles.skeleton} role="status">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div aria-hidden="true" className={styles.row} key={row} />
      ))}
    </div>
  );
}
