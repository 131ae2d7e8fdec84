import { RichText } from "@kajo/shared/rich-text";
import { Card, PageHeading, Stack } from "@kajo/shared/ui";
import type { ReactNode } from "react";
import { Asking } from "./Asking";
import type { Kind } from "./kinds";
import { useLangOf, useRemembered } from "./remembered";

interface LegalPageProps {
  /** Its document alone. */
  readonly kinds: readonly [Kind];
  /** The app's own words, until others are published. */
  readonly own: { readonly title: string; readonly body: ReactNode };
  /** What stays below the words, whosever they are. */
  readonly children?: ReactNode;
}

/** What was published, otherwise the app's own words. */
export function LegalPage({ kinds, own, children }: LegalPageProps) {
  const words = useRemembered(kinds[0]);
  const text = words?.text;
  const published = words && text ? { title: words.title, text } : undefined;
  const lang = useLangOf(published && words);
  return (
    <Stack gap="l">
      <Asking kinds={kinds} />
      <PageHeading lang={lang}>{published?.title ?? own.title}</PageHeading>
      <Card>
        {published ? <RichText lang={lang} text={published.text} /> : own.body}
        {children}
      </Card>
    </Stack>
  );
}
