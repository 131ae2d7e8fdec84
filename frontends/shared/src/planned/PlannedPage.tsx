import type { ReactNode } from "react";
import { useText } from "../i18n";
import { Card, PageHeading, Stack } from "../ui";
import styles from "./PlannedPage.module.css";

export interface PlannedPageProps {
  readonly title: string;
  /** What will be there. */
  readonly text: string;
  /** Says that it is not there yet, where it is no service of the people. */
  readonly notYet?: string;
  /** What it belongs to, above its heading. */
  readonly over?: ReactNode;
  /** What a person can do until then. */
  readonly children?: ReactNode;
}

/** An honest page for a screen whose service does not exist yet: what will be there, and where to go until then. */
export function PlannedPage({ title, text, notYet, over, children }: PlannedPageProps) {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading over={over}>{title}</PageHeading>
      <Card>
        <p className={styles.notYet}>{notYet ?? t("planned.notYet")}</p>
        {/* It is told as if it were there: that it is not must not be missed. */}
        <p>{t("planned.then", { text })}</p>
        {children}
      </Card>
    </Stack>
  );
}
