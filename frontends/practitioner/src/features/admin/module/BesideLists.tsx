import { type MessageId, useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";
import styles from "./BesideLists.module.css";

/** Pages that belong together, in their order. */
export interface Beside {
  /** What they are together. */
  readonly label: MessageId;
  readonly lists: readonly (readonly [path: string, label: MessageId])[];
}

interface BesideListsProps {
  readonly beside: Beside;
  /** The one that is open. */
  readonly to: string;
}

/** Lists that belong together, each at its address. */
export function BesideLists({ beside, to }: BesideListsProps) {
  const t = useText();
  return (
    <nav aria-label={t(beside.label as "serviceInformation.beside")}>
      <ul className={styles.lists}>
        {beside.lists.map(([path, label]) => (
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
