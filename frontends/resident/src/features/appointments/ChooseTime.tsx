import { asFailure, LoadFailed, useFailureLine } from "@kajo/shared/errors";
import { dayKey, isAbroad, useText } from "@kajo/shared/i18n";
import type { BookableTimeJson } from "@kajo/shared/rpc";
import { Banner, Card, EmptyState, type FreeDay, Skeleton, Stack, TimeList } from "@kajo/shared/ui";
import { useState } from "react";
import { useListTimesInfiniteQuery } from "./api";
import styles from "./Booking.module.css";
import { CallUs } from "./CallUs";
import type { StepProps } from "./ChooseService";
import { Days } from "./Days";
import { Freshness } from "./Freshness";
import { LostTime } from "./LostTime";
import type { Look } from "./look";
import { filterOf } from "./questions";
import { StepHeading } from "./StepHeading";
import { any } from "./search";
import { useFreeTime } from "./words";

export interface ChooseTimeProps extends StepProps {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  /** What somebody else was quicker to take. */
  readonly lost: BookableTimeJson | undefined;
  readonly onLost: (time: BookableTimeJson) => void;
  /** Holds it and goes on; answers with why that could not be. */
  readonly onTake: (time: BookableTimeJson) => Promise<unknown>;
  /** The one that is being held. */
  readonly pending: string | undefined;
}

/** When: one of the first times there are, or of a day or week of the calendar. */
export function ChooseTime({ answer, look, onLook, lost, onLost, onTake, pending, ...step }: ChooseTimeProps) {
  const t = useText();
  const failureLine = useFailureLine();
  const freeTime = useFreeTime();
  const { search, left } = step;
  const filter = filterOf(search);
  const first = useListTimesInfiniteQuery({ filter, wanted: "TIMES_WANTED_FIRST" });
  const [failure, setFailure] = useState<unknown>();
  const isPlaceOpen = (search.place === undefined || search.place === any) && (left.places.length > 1 || !!search.move);

  const take = async (time: BookableTimeJson) => {
    setFailure(undefined);
    const failed = await onTake(time);
    if (failed === undefined) return;
    if (isTaken(failed)) onLost(time);
    else setFailure(failed);
  };
  const list = (times: readonly BookableTimeJson[], label: string, withDay = false) => (
    <TimeList
      label={label}
      onChoose={({ id }) => {
        const chosen = times.find(({ offerId }) => offerId === id);
        if (chosen) void take(chosen);
      }}
      pending={pending}
      times={times.map((time) => freeTime(time, isPlaceOpen))}
      withDay={withDay}
    />
  );

  const firsts = first.currentData?.pages.flatMap((page) => page.times ?? []);
  const freshness = first.currentData?.pages[0]?.freshness;
  return (
    <Stack gap="l">
      <StepHeading {...step} step="time" title={t("booking.time.title")} />
      {lost ? <LostTime filter={filter} list={list} lost={lost} /> : null}
      {failure ? (
        <Banner announce="alert" tone="danger">
          {failureLine(failure)}
        </Banner>
      ) : null}
      {firsts?.[0] && isAbroad(startOf(firsts[0]).first) ? (
        <Banner tone="info">{t("booking.time.abroad")}</Banner>
      ) : null}
      <Freshness freshness={freshness} onRetry={() => void first.refetch()} />
      {first.error && !firsts ? <LoadFailed error={first.error} onRetry={() => void first.refetch()} /> : null}
      {firsts || first.error ? null : <Skeleton rows={5} />}
      {firsts?.length === 0 ? (
        <EmptyState title={t("booking.time.none")}>
          <CallUs phone={answer.phone} />
        </EmptyState>
      ) : null}
      {firsts && firsts.length > 0 ? (
        <>
          <section aria-labelledby="first-title" className={styles.section}>
            <h2 id="first-title">{t("booking.time.first")}</h2>
            {list(firsts, t("booking.time.first"), true)}
          </section>
          <section aria-labelledby="days-title" className={styles.section}>
            <h2 id="days-title">{t("booking.time.days")}</h2>
            <Card>
              <Days filter={filter} first={startOf(firsts[0])} list={list} look={look} onLook={onLook} />
            </Card>
          </section>
        </>
      ) : null}
      {firsts && firsts.length > 0 && answer.phone ? (
        <p className={styles.about}>
          <CallUs phone={answer.phone} />
        </p>
      ) : null}
    </Stack>
  );
}

function startOf(time: BookableTimeJson | undefined): FreeDay {
  const first = new Date(time?.span?.startsAt ?? "");
  return { day: dayKey(first), first };
}

/** Somebody else was quicker. */
export const isTaken = (error: unknown) => ["slot_taken", "hold_lost"].includes(asFailure(error).reason ?? "");
