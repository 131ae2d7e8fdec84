import { useText } from "@kajo/shared/i18n";
import { PageHeading } from "@kajo/shared/ui";
import { useSearch } from "@tanstack/react-router";
import styles from "./EventsPage.module.css";
import { standing } from "./event";
import { History } from "./History";
import { useUpcoming } from "./lists";
import { Upcoming } from "./Upcoming";

/** Everything that is to come for the person, and everything that happened (EVT-01). What cannot be loaded is told part by part (EVT-04). */
export function EventsPage() {
  const t = useText();
  const { kind } = useSearch({ from: "/signed-in/events" });
  const upcoming = useUpcoming();
  const { isKnown, hasFailed } = standing(upcoming);
  return (
    <div className={styles.page} data-coming={!isKnown || undefined}>
      <PageHeading>{t("nav.events")}</PageHeading>
      <Upcoming lists={upcoming} />
      <div className={styles.history}>
        {/* One alert is enough where nothing can be loaded at all. */}
        <History announce={hasFailed ? "polite" : "alert"} kind={kind} />
      </div>
    </div>
  );
}
