import { useText } from "../i18n";
import { fromAnswer, List } from "../patterns";
import { PageHeading, Stack } from "../ui";
import { useListMySessionsQuery } from "./api";
import { EndMany } from "./EndMany";
import { SessionCard } from "./SessionCard";
import styles from "./Sessions.module.css";
import { useSessionNames } from "./use-session-names";

/** Where one is signed in, and signing out there: on one device, on all others, everywhere. */
export function SessionsPage() {
  const t = useText();
  const query = useListMySessionsQuery({});
  const sessions = query.data?.sessions ?? [];
  const others = sessions.length > 1;
  const names = useSessionNames(sessions);
  return (
    <Stack gap="l" width="text">
      <List
        {...fromAnswer(query, (answer) => answer.sessions)}
        counted={(n) => t("sessions.count", { n })}
        heading={
          <>
            <PageHeading>{t("sessions.title")}</PageHeading>
            <p>{t("sessions.text")}</p>
          </>
        }
        itemKey={({ sessionId }) => sessionId ?? ""}
        label={t("sessions.title")}
        renderItem={(session) => <SessionCard name={names.get(session.sessionId ?? "") ?? ""} session={session} />}
      />
      {query.data ? others ? <EndMany /> : <p className={styles.alone}>{t("sessions.alone")}</p> : null}
    </Stack>
  );
}
