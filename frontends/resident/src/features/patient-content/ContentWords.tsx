import { useText } from "@kajo/shared/i18n";
import { PrintButton, PrintView } from "@kajo/shared/patterns";
import { RichText } from "@kajo/shared/rich-text";
import type { GetMyContentResponseJson } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Banner, Card, Row, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { GivenLine } from "./GivenLine";
import { useReadMark } from "./use-read-mark";
import { useLangOf } from "./words";

interface ContentWordsProps {
  /** Of one version: of another one the words are drawn anew. */
  readonly there: GetMyContentResponseJson;
}

/** What is to be read, and printed. Drawn, it is read. */
export function ContentWords({ there }: ContentWordsProps) {
  const t = useText();
  const langOf = useLangOf();
  const { data: session } = useGetSessionQuery();
  const { content = {}, text, publishedVersion = 0 } = there;
  const { patientContentId = "", title = "", state } = content;
  const isNew = state === "PATIENT_CONTENT_STATE_UNREAD" || content.newer === true;
  // As it was when they were drawn: once they are marked as read it is neither any more.
  const [was] = useState({ isNew, isNewer: content.newer === true });
  useReadMark({ patientContentId, publishedVersion, isDue: was.isNew && text !== undefined });
  return (
    <>
      {was.isNewer ? (
        <Banner announce="polite" tone="info">
          {t("patientContent.newer")}
        </Banner>
      ) : null}
      <PrintView name={session?.user.name.text ?? ""} title={title}>
        <Stack>
          <GivenLine content={content} />
          {text ? (
            <Card>
              <RichText lang={langOf(content)} text={text} />
            </Card>
          ) : (
            <p>{t("patientContent.gone")}</p>
          )}
        </Stack>
      </PrintView>
      {text ? (
        <Row>
          <PrintButton />
        </Row>
      ) : null}
    </>
  );
}
