import { useText } from "../i18n";
import styles from "./Loading.module.css";
import hidden from "./VisuallyHidden.module.css";

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

/** In place of a whole page that waits for its data: it has a heading as every page has, for who looks for one. */
export function PageLoading() {
  const t = useText();
  return (
    <>
      <h1 className={hidden.hidden}>{t("ui.loading")}</h1>
      <Spinner />
    </>
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
