import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Link } from "@tanstack/react-router";
import { MapPin } from "lucide-react";
import { useWorkContexts } from "./api";
import styles from "./WorkPlace.module.css";

/** Role and location in use, in the head of every page; the way to switch them. */
export function WorkPlace() {
  const t = useText();
  const language = useLanguage();
  const { data } = useWorkContexts();
  const role = data?.roles?.find((each) => each.roleId === data.roleId);
  const location = data?.locations?.find((each) => each.locationId === data.locationId);
  if (!role || !location) return null;
  const text = `${localized(language, role.name)}, ${location.name ?? ""}`;
  return (
    <Link aria-label={t("workContext.switch", { place: text })} className={styles.place} to="/work-context">
      <MapPin aria-hidden="true" size={20} />
      <span className={styles.text}>{text}</span>
    </Link>
  );
}
