import { Link, useRouterState } from "@tanstack/react-router";
import { Globe, LogOut, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { inOtherLanguage, type Language, languageConfig, useLanguage, useText } from "../i18n";
import { useGetSessionQuery, useSignIn, useSignOut } from "../session";
import { IdleWarning } from "../session/idle";
import { Banner, Button, Menu, ToastRegion } from "../ui";
import type { MenuEntry } from "../ui/Menu";
import styles from "./Frame.module.css";
import type { AppState } from "./store";

export interface FrameProps {
  readonly languages: readonly Language[];
  /** Links of the main navigation. */
  readonly navigation?: ReactNode;
  /** Entries of the user menu before signing out. */
  readonly userEntries?: readonly MenuEntry[];
  /** Beside the user menu, for example the work location. */
  readonly aside?: ReactNode;
  /** The whole width for lists and threads side by side, instead of a column to read. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** What stands around every page: skip link, head, notices, main, toasts. */
export function Frame({ languages, navigation, userEntries = [], aside, wide = false, children }: FrameProps) {
  const t = useText();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">
        {t("app.skip")}
      </a>
      <header className={styles.head}>
        <div className={styles.bar}>
          <Link className={styles.brand} to="/">
            <Mark />
            {t("app.name")}
          </Link>
          {navigation ? (
            <nav aria-label={t("app.navigation")} className={styles.navigation}>
              {navigation}
            </nav>
          ) : null}
          <div className={styles.tools}>
            {aside}
            <LanguageMenu languages={languages} />
            <UserMenu entries={userEntries} />
          </div>
        </div>
      </header>
      <Notices />
      <main className={styles.main} data-wide={wide || undefined} id="main" tabIndex={-1}>
        {children}
      </main>
      <ToastRegion />
      <IdleWarning />
    </div>
  );
}

/** Three rings of still water. */
function Mark() {
  return (
    <svg aria-hidden="true" className={styles.mark} viewBox="0 0 32 32">
      <circle cx="16" cy="16" fill="none" r="14" stroke="currentcolor" strokeWidth="2" />
      <circle cx="16" cy="18" fill="none" r="9" stroke="currentcolor" strokeWidth="2.5" />
      <circle cx="16" cy="20" fill="currentcolor" r="4.5" />
    </svg>
  );
}

function LanguageMenu({ languages }: { readonly languages: readonly Language[] }) {
  const t = useText();
  const language = useLanguage();
  // Read so that the links follow each navigation.
  useRouterState({ select: (state) => state.location.href });
  const { pathname, search } = window.location;
  const entries = languages.map((each) => ({
    id: each,
    label: languageConfig[each].name,
    lang: languageConfig[each].iso,
    href: inOtherLanguage(pathname, language, each) + search,
  }));
  return (
    <Menu entries={entries} label={`${t("app.language")}: ${languageConfig[language].name}`}>
      <Globe aria-hidden="true" size={20} />
      <span className={styles.wideOnly}>{languageConfig[language].name}</span>
    </Menu>
  );
}

function UserMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { signOut } = useSignOut();
  if (!session) return null;
  const all = [...entries, { id: "sign-out", label: t("app.signOut"), onAction: () => void signOut() }];
  return (
    <Menu entries={all} label={t("app.userMenu", { name: session.user.name.text })}>
      {entries.length > 0 ? <UserRound aria-hidden="true" size={20} /> : <LogOut aria-hidden="true" size={20} />}
      <span className={styles.wideOnly}>{session.user.name.text}</span>
    </Menu>
  );
}

/** What concerns the whole app: the session is over, live updates do not come in. */
function Notices() {
  const t = useText();
  const lost = useSelector((state: AppState) => state.session.lost);
  const live = useSelector((state: AppState) => state.live.state);
  const { signIn, busy } = useSignIn();
  if (!lost && live !== "lost") return null;
  return (
    <div className={styles.notices}>
      {lost ? (
        <Banner
          action={
            <Button
              isPending={busy}
              onPress={() => void signIn(window.location.pathname + window.location.search)}
              small
            >
              {t("session.signInAgain")}
            </Button>
          }
          announce="alert"
          tone="warning"
        >
          {t("session.lost")}
        </Banner>
      ) : (
        <Banner announce="polite" tone="info">
          {t("live.lost")}
        </Banner>
      )}
    </div>
  );
}
