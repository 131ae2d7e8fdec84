import { useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";

/** Over the heading of what belongs to service information. */
export function ServiceInformationLink() {
  const t = useText();
  return <Link to="/admin/service-information">{t("serviceInformation.title")}</Link>;
}
