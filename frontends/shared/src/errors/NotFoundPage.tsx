import { Link } from "@tanstack/react-router";
import { useText } from "../i18n";
import { PageHeading } from "../ui";
import styles from "./pages.module.css";

export function NotFoundPage() {
  const t = useText();
  return (
    <div className={styles.page}>
      <PageHeading>{t("errors.notFound.title")}</PageHeading>
      <p>{t("errors.notFound.text")}</p>
      <Link to="/">{t("errors.back")}</Link>
    </div>
  );
}
