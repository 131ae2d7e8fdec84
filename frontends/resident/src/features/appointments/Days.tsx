import { LoadFailed } from "@kajo/shared/errors";
import { dayKey, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import type { BookableTimeJson, TimeFilterJson } from "@kajo/shared/rpc";
import {
  Button,
  DayPicker,
  type FreeDay,
  type NextFreeDay,
  Row,
  Skeleton,
  Stack,
  VisuallyHidden,
} from "@kajo/shared/ui";
import { type ReactNode, useState } from "react";
import { useGetMonthQuery, useListTimesInfiniteQuery } from "./api";
import { daysAfter, monthOf, nextFree } from "./days";
import { Freshness } from "./Freshness";
import type { Look } from "./look";

export interface DaysProps {
  readonly filter: TimeFilterJson;
  /** The first day that is free, whatever was chosen. */
  readonly first: FreeDay;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  /** Draws times as what can be chosen. */
  readonly list: (times: readonly BookableTimeJson[], label: string, withDay?: boolean) => ReactNode;
}

/** The calendar, and the times of the day or week that is chosen in it. */
export function Days({ filter, first, look, onLook, list }: DaysProps) {
  const t = useText();
  const [today] = useState(() => dayKey(new Date()));
  const shown = look.month ?? monthOf(look.day ?? first.day);
  const month = useGetMonthQuery({ filter, month: shown });
  const { currentData } = month;
  const free = currentData?.days?.map(({ date = "", firstFreeAt = "" }) => ({
    day: date,
    first: new Date(firstFreeAt),
  }));
  const known = currentData && (free ?? []);
  const next: NextFreeDay | undefined = nextFree({
    first,
    free: known,
    day: look.day,
    month: shown,
    later: currentData?.nextFreeDate,
  });
  const max = lastOf(currentData?.plannedUntil, first.day, shown);
  return (
    <Stack>
      {month.error && !currentData ? <LoadFailed error={month.error} onRetry={() => void month.refetch()} /> : null}
      <Freshness freshness={currentData?.freshness} onRetry={() => void month.refetch()} />
      <DayPicker
        free={known}
        label={t("booking.time.days")}
        max={max}
        min={today}
        month={shown}
        next={next}
        onChange={(day) => onLook({ day, isWeek: false })}
        onMonth={(to) => onLook({ ...look, month: to })}
        value={look.day}
      />
      {look.day ? <Times day={look.day} filter={filter} list={list} look={look} max={max} onLook={onLook} /> : null}
    </Stack>
  );
}

/** As long as it is not known how far times are planned, no month before those that are shown is the last. */
const lastOf = (planned: string | undefined, first: string, month: string) =>
  [planned ?? `${month}-28`, first].toSorted().at(-1) ?? first;

interface TimesProps extends Pick<DaysProps, "filter" | "list" | "look" | "onLook"> {
  readonly day: string;
  /** The last day that can be free. */
  readonly max: string;
}

function Times({ day, filter, list, look, max, onLook }: TimesProps) {
  const t = useText();
  const language = useLanguage();
  const { isWeek } = look;
  const query = useListTimesInfiniteQuery({
    filter,
    wanted: isWeek ? "TIMES_WANTED_WEEK" : "TIMES_WANTED_DAY",
    date: day,
  });
  const pages = query.currentData?.pages;
  const times = pages?.flatMap((page) => page.times ?? []);
  const noon = (date: string) => dayText(language, new Date(`${date}T12:00:00Z`));
  const title = isWeek ? t("booking.time.week", { first: noon(day), last: noon(daysAfter(day, 6)) }) : noon(day);
  const count = times ? t("booking.time.count", { n: times.length, day: title }) : "";
  return (
    <Stack>
      <h3>{count || title}</h3>
      {/* What was chosen keeps the focus: how many times it has is said all the same. */}
      <VisuallyHidden role="status">{count}</VisuallyHidden>
      {query.error && !times ? <LoadFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {times || query.error ? null : <Skeleton rows={3} />}
      {times && times.length > 0 ? list(times, title, isWeek) : null}
      <Row>
        {query.hasNextPage ? (
          <Button isPending={query.isFetchingNextPage} kind="secondary" onPress={() => void query.fetchNextPage()}>
            {t("ui.list.more")}
          </Button>
        ) : null}
        {isWeek ? (
          // It keeps the focus when there is no next one.
          <Button
            isPending={daysAfter(day, 7) > max}
            kind="secondary"
            onPress={() => onLook({ day: daysAfter(day, 7), isWeek: true })}
          >
            {t("booking.time.nextWeek")}
          </Button>
        ) : (
          <Button kind="secondary" onPress={() => onLook({ day, isWeek: true })}>
            {t("booking.time.wholeWeek")}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
