import { useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import type { HealthRecordStateJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, PageHeading, Stack } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import styles from "./HealthRecords.module.css";

interface RecordPageProps {
  readonly title: string;
  readonly state: HealthRecordStateJson | undefined;
  /** What is said of one that its source has corrected. */
  readonly corrected: string;
  /** What is said of one that its source has withdrawn: nothing else of it is told. */
  readonly withdrawn: ReactNode;
  readonly children: ReactNode;
}

/** The page of a record: under its name what its source has changed, and what it says, to read and to print. */
export function RecordPage({ title, state, corrected, withdrawn, children }: RecordPageProps) {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const isWithdrawn = state === "HEALTH_RECORD_STATE_WITHDRAWN";
  return (
    <div className={styles.page}>
      <Stack gap="l" width="text">
        <PageHeading
          actions={isWithdrawn ? undefined : <PrintButton />}
          over={<Link to="/events">{t("nav.events")}</Link>}
        >
          {title}
        </PageHeading>
        {isWithdrawn ? (
          <Banner announce="polite" tone="warning">
            {withdrawn}
          </Banner>
        ) : (
          <PrintView name={session?.user.name.text ?? ""} title={title}>
            {/* Without a role: a live region does not go on paper. */}
            {state === "HEALTH_RECORD_STATE_CORRECTED" ? <Banner tone="info">{corrected}</Banner> : null}
            {children}
          </PrintView>
        )}
      </Stack>
    </div>
  );
}
