import { ChatQueueStatus, OpeningDays } from "@kajo/shared/chat-queue";
import { asFailure, LoadFailed, useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { PreviewOpeningHoursRequestJson } from "@kajo/shared/rpc";
import { Banner, Bullets, Button, DateField, Row, Spinner } from "@kajo/shared/ui";
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
  return (
    <FieldGroup hint={t("openingHours.preview.hint")} label={t("openingHours.preview")}>
      <DateField
        hint={t("openingHours.preview.firstDay.hint")}
        label={t("openingHours.preview.firstDay")}
        onChange={setFirstDay}
        optional
        value={firstDay}
      />
      <Row>
        <Button isDisabled={isUnreadable} kind="secondary" onPress={() => setAsked(request)}>
          {t("openingHours.preview.show")}
        </Button>
      </Row>
      {isUnreadable ? <p>{t("openingHours.preview.unreadable")}</p> : null}
      {isShown ? <Previewed asked={asked} /> : null}
    </FieldGroup>
  );
}

function Previewed({ asked }: { readonly asked: PreviewOpeningHoursRequestJson }) {
  const t = useText();
  const { currentData, error, refetch } = usePreviewOpeningHoursQuery(asked);
  if (error) return <Refused error={error} onRetry={() => void refetch()} />;
  if (!currentData) return <Spinner />;
  return (
    <>
      <div role="status">
        <p>{t("openingHours.preview.now")}</p>
        <ChatQueueStatus standing={currentData.standing} />
      </div>
      <OpeningDays days={currentData.days ?? []} />
    </>
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
