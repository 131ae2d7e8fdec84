import type { ReactNode } from "react";
import { useText } from "../i18n";
import { Card, PageHeading, Stack } from "../ui";
import styles from "./PlannedPage.module.css";

export interface PlannedPageProps {
  readonly title: string;
  /** What will be there. */
  readonly text: string;
  /** What a person can do until then. */
  readonly children?: ReactNode;
}

/** An honest page for a screen whose service does not exist yet: what will be there, and where to go until then. */
export function PlannedPage({ title, text, children }: PlannedPageProps) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{title}</PageHeading>
      <Card>
        <p className={styles.notYet}>{t("planned.notYet")}</p>
        <p>{text}</p>
        {children}
      </Card>
    </Stack>
  );
}
