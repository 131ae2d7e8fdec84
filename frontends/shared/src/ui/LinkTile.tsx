import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import styles from "./LinkTile.module.css";

export interface LinkTilesProps {
  readonly title: string;
  /** LinkTile, one or more. */
  readonly children: ReactNode;
}

/** A headed group of places to go to. */
export function LinkTiles({ title, children }: LinkTilesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.tiles}>{children}</ul>
    </section>
  );
}

export interface LinkTileProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly to: NonNullable<LinkProps["to"]>;
  readonly search?: Readonly<Record<string, string>>;
  /** The text is a count: what people look at first. */
  readonly isCount?: boolean;
  /** Beside the title, for example that a service is not open yet. */
  readonly tag?: ReactNode;
}

export function LinkTile({ icon: Icon, title, text, to, search, isCount = false, tag }: LinkTileProps) {
  return (
    <li>
      <Link className={styles.tile} to={to} {...(search ? { search: search as never } : {})}>
        <span aria-hidden="true" className={styles.icon}>
          <Icon size={24} strokeWidth={1.75} />
        </span>
        <span className={styles.title}>
          {title}
          {tag}
        </span>
        <span className={styles.text} data-count={isCount || undefined}>
          {text}
        </span>
      </Link>
    </li>
  );
}
