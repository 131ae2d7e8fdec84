import { useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";

/** The way back to the admin panel, above the heading of what was opened there. */
export function PanelLink() {
  const t = useText();
  return <Link to="/admin">{t("admin.title")}</Link>;
}
