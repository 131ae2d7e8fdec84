import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../../i18n";
import { useRoutePolicy } from "../route-policy";
import styles from "./MainNavigation.module.css";

export interface NavigationItem {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Current only on the page itself, not on those below it. */
  readonly exact?: boolean;
  /** Behind its name: what waits there, in few signs, and in words for who hears it. */
  readonly badge?: ReactNode;
}

export interface MainNavigationProps {
  readonly items: readonly NavigationItem[];
  readonly layout: "care" | "desk";
}

export function MainNavigation({ items, layout }: MainNavigationProps) {
  const t = useText();
  return (
    <nav aria-label={t("app.navigation")} className={styles.navigation} data-layout={layout}>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.to}>
            <NavigationLink {...item} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function NavigationLink({ to, label, icon: Icon, exact = false, badge }: NavigationItem) {
  const within = useRoutePolicy().within === to ? ({ "aria-current": "true" } as const) : {};
  return (
    <Link activeOptions={{ exact }} className={styles.link} to={to} {...within}>
      <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
      <span>{label}</span>
      {badge}
    </Link>
  );
}
