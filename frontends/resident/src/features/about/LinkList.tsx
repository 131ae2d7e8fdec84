import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight, type LucideIcon } from "lucide-react";
import styles from "./LinkList.module.css";

export interface LinkListProps {
  readonly label: string;
  readonly links: readonly {
    readonly to: NonNullable<LinkProps["to"]>;
    readonly text: string;
    readonly icon: LucideIcon;
  }[];
}

/** Places to go on to, one under another, each as large as a thumb. */
export function LinkList({ label, links }: LinkListProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.list}>
        {links.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link className={styles.link} to={to}>
              <Icon aria-hidden="true" className={styles.icon} size={22} strokeWidth={1.75} />
              <span className={styles.text}>{text}</span>
              <ChevronRight aria-hidden="true" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
