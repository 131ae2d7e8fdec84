import { LoadFailed } from "@kajo/shared/errors";
import { dayKey, dayText, dotted, type Language, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { BookableTimeJson, ListTimesForPatientRequestJson } from "@kajo/shared/rpc";
import { Banner, Button, DateField, RadioGroup, Row, Skeleton } from "@kajo/shared/ui";
import { useState } from "react";
import { doubledText } from "../calendar/times";
import { useListTimesForPatientQuery } from "./api";
import { type Left, nowhere, type Wish } from "./wish";

interface TimeChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly left: Left;
  readonly wish: Wish;
  /** What somebody else was quicker to take. */
  readonly lost: BookableTimeJson | undefined;
  readonly onChange: (time: BookableTimeJson) => void;
}

/** A time at which everybody is free: one of the first, one of a day, or one of those nearest to what was lost. */
export function TimeChoice({ left, wish, lost, onChange, ...field }: TimeChoiceProps) {
  const t = useText();
  const nameOf = useTimeName();
  const language = useLanguage();
  const [today] = useState(() => dayKey(new Date()));
  const [day, setDay] = useState<string | null>(null);
  const { data, currentData, error, isFetching, refetch } = useListTimesForPatientQuery({
    patientId: wish.patient,
    filter: {
      serviceId: left.service,
      bookingRoleId: left.role,
      locationIds: left.place === nowhere ? [] : [left.place],
      types: left.type ? [left.type] : [],
    },
    minutes: left.minutes ?? 0,
    colleagueIds: wish.colleagues.map(({ id }) => id),
    ...wanted(day, lost),
  });
  if (error && !currentData) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  const times = currentData?.times ?? [];
  const next = currentData?.nextFreeDate;
  const { time } = wish;
  const isHere = times.some(({ offerId }) => offerId === time?.offerId);
  const title = day ? dayText(language, new Date(`${day}T12:00:00Z`)) : t("newAppointment.time.first");
  return (
    <>
      {lost ? (
        <Banner announce="alert" tone="warning">
          <p>{t("error.reason.slot_taken")}</p>
          <p>{t("newAppointment.lost", { time: nameOf(lost) })}</p>
        </Banner>
      ) : null}
      <DateField
        hint={t("newAppointment.day.hint")}
        label={t("newAppointment.day")}
        min={today}
        onChange={setDay}
        optional
        value={day}
      />
      {currentData === undefined && data === undefined ? <Skeleton rows={3} /> : null}
      {times.length > 0 ? (
        <RadioGroup
          {...field}
          hint={lost && day === null ? t("newAppointment.time.nearest") : title}
          onChange={(id) => {
            const chosen = times.find(({ offerId }) => offerId === id);
            if (chosen) onChange(chosen);
          }}
          options={times.map((each) => ({
            id: each.offerId ?? "",
            label: nameOf(each),
            description: dotted(each.practitionerName, each.contactTime ? t("calendar.contactTime") : ""),
          }))}
          value={isHere ? (time?.offerId ?? null) : null}
        />
      ) : null}
      {currentData && times.length === 0 ? (
        <Banner announce="polite" tone="info">
          {t(day ? "newAppointment.day.none" : "newAppointment.time.none")}
        </Banner>
      ) : null}
      {time && !isHere ? <p role="status">{t("newAppointment.time.chosen", { time: nameOf(time) })}</p> : null}
      {day && next ? (
        <Row>
          <Button isPending={isFetching} kind="secondary" onPress={() => setDay(next)}>
            {t("newAppointment.day.next")}
          </Button>
        </Row>
      ) : null}
    </>
  );
}

type Wanted = Pick<ListTimesForPatientRequestJson, "wanted" | "date" | "near">;

function wanted(day: string | null, lost: BookableTimeJson | undefined): Wanted {
  if (day) return { wanted: "TIMES_WANTED_DAY", date: day };
  const near = lost?.span?.startsAt;
  return near ? { wanted: "TIMES_WANTED_NEAREST", near } : { wanted: "TIMES_WANTED_FIRST" };
}

/** A day and a time, "ma 23.11. klo 8.30", on the clocks of Finland. */
function useTimeName() {
  const t = useText();
  const language: Language = useLanguage();
  return ({ span }: BookableTimeJson) => {
    const start = new Date(span?.startsAt ?? 0);
    const doubled = doubledText(span);
    const at = t("ui.time.at", { time: timeText(language, start) });
    return [dayText(language, start), at, doubled ? t(doubled) : ""].filter(Boolean).join(" ");
  };
}
