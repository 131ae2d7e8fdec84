import { useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";
import { useStanding } from "../../work-context/standing";
import styles from "./MarkdownField.module.css";

/** To what may be written, for whoever may open it: in a tab of its own, so that what is being typed stays. */
export function GuideLink() {
  const t = useText();
  const standing = useStanding();
  if (!standing?.panels.has("PANEL_CONTENT_MANAGEMENT")) return null;
  return (
    <p>
      <Link className={styles.guide} rel="noopener" target="_blank" to="/admin/markdown">
        {t("markdownGuide.open")}
      </Link>
    </p>
  );
}
