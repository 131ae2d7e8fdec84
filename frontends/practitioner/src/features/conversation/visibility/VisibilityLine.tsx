import { useText } from "@kajo/shared/i18n";
import type { VisibilityJson } from "@kajo/shared/rpc";
import { isInside } from "@kajo/shared/thread";
import styles from "./Visibility.module.css";
import { visibilityOf } from "./visibilities";

/** In a message: who may read it. */
export function VisibilityLine({ visibility }: { readonly visibility: VisibilityJson | undefined }) {
  const t = useText();
  const { icon: Icon, label } = visibilityOf(visibility);
  return (
    <p className={styles.line} data-inside={isInside(visibility) || undefined}>
      <Icon aria-hidden="true" size={16} /> {t(label)}
    </p>
  );
}
