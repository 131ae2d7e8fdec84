import { useText } from "@kajo/shared/i18n";
import { useGetSessionQuery } from "@kajo/shared/session";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { Globe, type LucideIcon, Mail, SquarePen } from "lucide-react";
import styles from "./LandingPage.module.css";

export function LandingPage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const name = session?.user.name.usual || session?.user.name.given || session?.user.name.text || "";
  return (
    <Stack gap="l">
      <PageHeading>{t("landing.greeting", { name })}</PageHeading>
      <p className={styles.lead}>{t("landing.text")}</p>
      <ul className={styles.tiles}>
        <Tile icon={SquarePen} text={t("landing.new.text")} title={t("landing.new.title")} to="/inbox/new" />
        <Tile icon={Mail} text={t("landing.inbox.text")} title={t("landing.inbox.title")} to="/inbox" />
        <Tile icon={Globe} text={t("landing.language.text")} title={t("landing.language.title")} to="/language" />
      </ul>
    </Stack>
  );
}

interface TileProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly to: "/inbox" | "/inbox/new" | "/language";
}

function Tile({ icon: Icon, title, text, to }: TileProps) {
  return (
    <li>
      <Link className={styles.tile} to={to}>
        <Icon aria-hidden="true" className={styles.icon} size={26} strokeWidth={1.75} />
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </Link>
    </li>
  );
}
