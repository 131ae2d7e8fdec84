import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { Fragment, type ReactNode, useId } from "react";
import { useText } from "../../i18n";
import { DisclosureMenu } from "../../ui";
import type { FrameProps } from "./Frame";
import styles from "./Frame.module.css";
import { LanguageMenu } from "./LanguageMenu";
import { type NavigationItem, NavigationLink } from "./MainNavigation";
import { UserMenu } from "./UserMenu";

interface HeadProps extends Pick<FrameProps, "languages" | "userLinks" | "aside" | "layout"> {
  readonly menu: ReactNode;
  readonly navigation: readonly NavigationItem[];
}

export function Head({ languages, userLinks = [], aside, layout, menu, navigation }: HeadProps) {
  const t = useText();
  const badgesId = useId();
  return (
    <header className={styles.head}>
      <div className={styles.bar}>
        {layout === "desk" && navigation.length > 0 ? (
          // On a narrow screen the menu beside the page has no room: it opens here.
          <div className={styles.narrowOnly}>
            <DisclosureMenu
              describedBy={navigation.some(({ badge }) => badge) ? badgesId : undefined}
              face={
                <>
                  <MenuIcon aria-hidden="true" size={22} />
                  <span className={styles.badges} id={badgesId}>
                    {navigation.map(({ to, badge }) => (
                      <Fragment key={to}>{badge}</Fragment>
                    ))}
                  </span>
                </>
              }
              label={t("app.navigation")}
              side="start"
            >
              {navigation.map((item) => (
                <li key={item.to}>
                  <NavigationLink {...item} />
                </li>
              ))}
            </DisclosureMenu>
          </div>
        ) : null}
        <Link aria-label={t("app.name")} className={styles.brand} to="/">
          <Mark />
          <span className={styles.name}>{t("app.name")}</span>
        </Link>
        {layout === "care" ? menu : null}
        <span className={styles.spacer} />
        <div className={styles.tools}>
          {aside}
          {/* Before the language: it comes when the session is known, and moves nothing then. */}
          <UserMenu links={userLinks} />
          <LanguageMenu languages={languages} />
        </div>
      </div>
    </header>
  );
}

/** The sun on the water's rim, and its glow below. */
function Mark() {
  return (
    <svg aria-hidden="true" className={styles.mark} viewBox="0 0 32 32">
      <path className={styles.sun} d="M7 17a9 9 0 0 1 18 0z" />
      <path d="M3 17h26M8 22h16M12 27h8" fill="none" stroke="currentcolor" strokeLinecap="round" strokeWidth="2.5" />
    </svg>
  );
}
