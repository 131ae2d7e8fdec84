import { useText } from "@kajo/shared/i18n";
import { Phones } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "./ResidentFooter.module.css";

export function ResidentFooter() {
  const t = useText();
  return (
    <footer className={styles.footer}>
      <nav aria-label={t("footer.label")}>
        <ul className={styles.links}>
          <li>
            <Link to="/accessibility">{t("footer.accessibility")}</Link>
          </li>
          <li>
            <Link to="/cookies">{t("footer.cookies")}</Link>
          </li>
          <li>
            <Link to="/privacy-policy">{t("footer.privacy")}</Link>
          </li>
          <li>
            <Link to="/terms-and-conditions">{t("footer.terms")}</Link>
          </li>
          <li>
            <Link to="/feedback">{t("footer.feedback")}</Link>
          </li>
        </ul>
      </nav>
      <p className={styles.urgent}>
        <Phones>{t("footer.urgent")}</Phones>
      </p>
    </footer>
  );
}
