import type { MouseEvent, ReactNode } from "react";
import { PartBoundary } from "../../errors";
import { type Language, useText } from "../../i18n";
import { useChanged, useSessionHeld } from "../../session";
import { IdleWarning } from "../../session/idle";
import { ToastRegion } from "../../ui";
import { useRoutePolicy } from "../route-policy";
import styles from "./Frame.module.css";
import { Head } from "./Head";
import { MainNavigation, type NavigationItem } from "./MainNavigation";
import { Notices } from "./Notices";
import { PendingKeeper } from "./PendingKeeper";
import type { UserLink } from "./UserMenu";

export interface FrameProps {
  readonly languages: readonly Language[];
  /** The main menu; empty before anybody has signed in. */
  readonly navigation?: readonly NavigationItem[];
  /** Links of the user menu before signing out. */
  readonly userLinks?: readonly UserLink[];
  /** Beside the user menu, for example the work location. */
  readonly aside?: ReactNode;
  /**
   * `care`: a column to read, the main menu in the head and on a phone along the foot, within reach of a thumb.
   * `desk`: the whole width for work, the main menu beside it.
   */
  readonly layout: "care" | "desk";
  /** Above the page, for example what everybody has to know at once. */
  readonly notices?: ReactNode;
  readonly footer?: ReactNode;
  /** The last of every page, in sight all the time: what goes on beside it. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

/** By hand: what stands behind the `#` of the address stays there. */
function skip(event: MouseEvent) {
  event.preventDefault();
  const main = document.getElementById("main");
  main?.scrollIntoView();
  main?.focus({ preventScroll: true });
}

/** What stands around every page: skip link, head, main menu, notices, main, footer, toasts. */
export function Frame({ navigation = [], layout, notices, footer, dock, children, ...head }: FrameProps) {
  const t = useText();
  useChanged();
  useSessionHeld(useRoutePolicy().idle === "held");
  const menu = navigation.length > 0 ? <MainNavigation items={navigation} layout={layout} /> : null;
  return (
    <div className={styles.frame} data-layout={layout} data-menu={menu ? "" : undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and works before the code of the page has come */}
      <a className={styles.skip} href="#main" onClick={skip}>
        {t("app.skip")}
      </a>
      <Head {...head} layout={layout} menu={menu} navigation={navigation} />
      <div className={styles.body}>
        {layout === "desk" ? menu : null}
        <div className={styles.page}>
          <div className={styles.notices}>
            <PartBoundary>
              {notices}
              <Notices />
            </PartBoundary>
          </div>
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
          {footer}
          <PartBoundary>{dock}</PartBoundary>
        </div>
      </div>
      <PartBoundary>
        <ToastRegion />
      </PartBoundary>
      <IdleWarning />
      <PendingKeeper />
    </div>
  );
}
