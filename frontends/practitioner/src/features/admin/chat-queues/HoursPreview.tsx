import { ChatQueueStatus, OpeningDays } from "@kajo/shared/chat-queue";
import { asFailure, LoadFailed, useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { PreviewOpeningHoursRequestJson } from "@kajo/shared/rpc";
import { Banner, Bullets, Button, DateField, Row, Spinner, Stack } from "@kajo/shared/ui";
import { useState } from "react";
import { FieldGroup } from "../module/FieldGroup";
import { type OpeningHoursValue, openingHoursOf, openingHoursProblems } from "../module/opening-hours";
import { usePreviewOpeningHoursQuery } from "./api";

interface HoursPreviewProps {
  readonly hours: OpeningHoursValue;
  /** The hours of the default schedule instead. */
  readonly followsSchedule?: boolean;
}

/** Seven days as they would be with hours that are not saved yet, and how a queue would stand now. */
export function HoursPreview({ hours, followsSchedule = false }: HoursPreviewProps) {
  const t = useText();
  const [firstDay, setFirstDay] = useState<string | null>(null);
  const [asked, setAsked] = useState<PreviewOpeningHoursRequestJson>();
  const request = { hours: openingHoursOf(hours), followsSchedule, firstDay: firstDay ?? "" };
  const problems = followsSchedule ? {} : openingHoursProblems("hours", hours, t);
  const isUnreadable = Object.keys(problems).length > 0;
  // What has been changed since is not what was answered.
  const isShown = asked !== undefined && JSON.stringify(asked) === JSON.stringify(request) && !isUnreadable;
  const { currentData, error, refetch } = usePreviewOpeningHoursQuery(asked ?? {}, { skip: !isShown });
  const previewed = isShown && !error ? currentData : undefined;
  return (
    <FieldGroup hint={t("openingHours.preview.hint")} label={t("openingHours.preview")}>
      <DateField
        hint={t("openingHours.preview.firstDay.hint")}
        label={t("openingHours.preview.firstDay")}
        onChange={setFirstDay}
        optional
        value={firstDay}
      />
      <Stack gap="s">
        <Row>
          <Button isDisabled={isUnreadable} kind="secondary" onPress={() => setAsked(request)}>
            {t("openingHours.preview.show")}
          </Button>
        </Row>
        {/* There before what it tells: only then is that read out. */}
        <div role="status">
          {previewed ? (
            <>
              <p>{t("openingHours.preview.now")}</p>
              <ChatQueueStatus standing={previewed.standing} />
            </>
          ) : null}
        </div>
      </Stack>
      {isUnreadable ? <p>{t("openingHours.preview.unreadable")}</p> : null}
      {isShown && error ? <Refused error={error} onRetry={() => void refetch()} /> : null}
      {isShown && !error && !previewed ? <Spinner /> : null}
      {previewed ? <OpeningDays days={previewed.days ?? []} /> : null}
    </FieldGroup>
  );
}

/** What of the hours cannot be, in words; anything else can be tried again. */
function Refused({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const fieldText = useFieldText();
  const texts = asFailure(error).fields.map(({ field }) => fieldText(error, field) ?? "");
  if (texts.length === 0) return <LoadFailed error={error} onRetry={onRetry} />;
  return (
    <Banner announce="alert" tone="danger">
      <Bullets items={[...new Set(texts)].map((text) => [text, text] as const)} />
    </Banner>
  );
}
