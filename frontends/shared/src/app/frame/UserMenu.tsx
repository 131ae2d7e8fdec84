import { Link, type LinkProps } from "@tanstack/react-router";
import { LogOut, type LucideIcon, UserRound } from "lucide-react";
import { useFailureLine } from "../../errors";
import { useText } from "../../i18n";
import { useGetSessionQuery, useSignOut } from "../../session";
import { DisclosureMenu, useToast } from "../../ui";
import styles from "./Frame.module.css";

export interface UserLink {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Whoever is signed in: their pages, and the way out. */
export function UserMenu({ links }: { readonly links: readonly UserLink[] }) {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const toast = useToast();
  const failureLine = useFailureLine();
  const { signOut } = useSignOut();
  const end = async () => {
    // Whoever thinks to be signed out and is not has to know.
    const failure = await signOut();
    if (failure) toast("danger", failureLine(failure));
  };
  if (!session) return null;
  const name = session.user.name.text;
  return (
    <DisclosureMenu
      face={
        <>
          <UserRound aria-hidden="true" size={20} />
          <span className={styles.wideOnly} translate="no">
            {name}
          </span>
        </>
      }
      label={t("app.userMenu", { name })}
    >
      {links.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to}>
            <Icon aria-hidden="true" size={20} />
            {label}
          </Link>
        </li>
      ))}
      <li>
        <button onClick={() => void end()} type="button">
          <LogOut aria-hidden="true" size={20} />
          {t("app.signOut")}
        </button>
      </li>
    </DisclosureMenu>
  );
}
