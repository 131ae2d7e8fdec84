import { dateTimeText, localized, useLanguage, useText } from "@kajo/shared/i18n";
import { fromPages, ListPage } from "@kajo/shared/patterns";
import type { AccessLogEntryJson, GroundJson, ViewingJson } from "@kajo/shared/rpc";
import { EmptyState, PageHeading } from "@kajo/shared/ui";
import styles from "./AccessLogPage.module.css";
import { useListMyAccessLogInfiniteQuery } from "./api";

const grounds = {
  GROUND_UNSPECIFIED: "accessLog.ground.unknown",
  GROUND_CARE: "accessLog.ground.care",
  GROUND_CLIENT_WORK: "accessLog.ground.clientWork",
  GROUND_CALL: "accessLog.ground.call",
  GROUND_CONSULTATION: "accessLog.ground.consultation",
} as const satisfies Record<GroundJson, string>;

const viewings = {
  VIEWING_UNSPECIFIED: "accessLog.viewed",
  VIEWING_LOOKUP: "accessLog.lookedUp",
  VIEWING_BASIC_INFO: "accessLog.viewed",
} as const satisfies Record<ViewingJson, string>;

/** Who has looked at one's data, when, in which role, where and why (Act 703/2023). */
export function AccessLogPage() {
  const t = useText();
  const query = useListMyAccessLogInfiniteQuery();
  return (
    <ListPage
      {...fromPages(query, (page) => page.entries)}
      empty={<EmptyState title={t("accessLog.none")}>{t("accessLog.none.text")}</EmptyState>}
      heading={
        <>
          <PageHeading>{t("accessLog.title")}</PageHeading>
          <p>{t("accessLog.text")}</p>
        </>
      }
      itemKey={({ entryId }) => entryId ?? ""}
      label={t("accessLog.title")}
      renderItem={(entry) => <Entry entry={entry} />}
    />
  );
}

function Entry({ entry }: { readonly entry: AccessLogEntryJson }) {
  const t = useText();
  const language = useLanguage();
  const { at, professionalName, roleName, locationName } = entry;
  const role = localized(language, roleName);
  return (
    <article className={styles.entry}>
      <p className={styles.who}>{professionalName || t("accessLog.unknown")}</p>
      <p className={styles.where}>{[role, locationName].filter(Boolean).join(", ")}</p>
      <p>
        {t(viewings[entry.viewing ?? "VIEWING_UNSPECIFIED"])} {t(grounds[entry.ground ?? "GROUND_UNSPECIFIED"])}
      </p>
      {at ? (
        <time className={styles.where} dateTime={at}>
          {dateTimeText(language, new Date(at))}
        </time>
      ) : null}
    </article>
  );
}
