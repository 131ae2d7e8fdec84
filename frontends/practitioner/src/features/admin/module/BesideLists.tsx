import { type MessageId, useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";
import styles from "./BesideLists.module.css";

interface BesideListsProps {
  readonly lists: readonly (readonly [path: string, label: MessageId])[];
  /** The one that is open. */
  readonly to: string;
}

/** Lists that belong together, each at its address. */
export function BesideLists({ lists, to }: BesideListsProps) {
  const t = useText();
  return (
    <nav aria-label={t("admin.beside")}>
      <ul className={styles.lists}>
        {lists.map(([path, label]) => (
          <li key={path}>
            <Link aria-current={path === to ? "page" : undefined} className={styles.list} to={path as "/"}>
              {t(label as "serviceCategories.title")}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
