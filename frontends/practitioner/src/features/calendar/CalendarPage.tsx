import { useFailureLine } from "@kajo/shared/errors";
import { dayKey, dayText, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { type CalendarScheduleJson, useIntent } from "@kajo/shared/rpc";
import { Button, DateField, EmptyState, LinkButton, PageHeading, RadioGroup, Stack, useToast } from "@kajo/shared/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarPlus, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Agenda } from "./Agenda";
import { useChooseCalendarSchedulesMutation, useListCalendarSchedulesQuery } from "./api";
import styles from "./Calendar.module.css";
import { daysFrom, mondayOf, noonOf, plus } from "./days";
import { RemoteList } from "./RemoteList";
import { ScheduleChoice } from "./ScheduleChoice";
import { type CalendarSearch, type CalendarView, views } from "./search";

/** Appointments of the schedules that are chosen, of a day or a week (SCH-06), and the remote ones (SCH-08). */
export function CalendarPage() {
  const t = useText();
  const search = useSearch({ from: "/signed-in/ready/appointments" });
  const query = useListCalendarSchedulesQuery({ scheduleIds: [...(search.schedules ?? [])] });
  return (
    <Stack gap="l">
      <PageHeading
        actions={
          <LinkButton search={search.patient ? { patient: search.patient } : {}} to="/appointments/new">
            <CalendarPlus aria-hidden="true" size={18} /> {t("newAppointment.title")}
          </LinkButton>
        }
      >
        {t("menu.calendar")}
      </PageHeading>
      <QueryView query={query}>{({ schedules = [] }) => <Chosen schedules={schedules} search={search} />}</QueryView>
    </Stack>
  );
}

interface ChosenProps {
  readonly search: CalendarSearch;
  readonly schedules: readonly CalendarScheduleJson[];
}

const idOf = ({ scheduleId = "" }: CalendarScheduleJson) => scheduleId;

function Chosen({ search, schedules }: ChosenProps) {
  const t = useText();
  const navigate = useNavigate();
  const [today] = useState(() => dayKey(new Date()));
  const { view = "day", date = today } = search;
  const chosen = search.schedules ?? schedules.filter((schedule) => schedule.chosen).map(idOf);
  const remember = useRemembering();
  const go = (part: CalendarSearch) =>
    void navigate({ to: "/appointments", search: { ...search, ...part }, replace: true, resetScroll: false });
  const choose = (ids: readonly string[]) => {
    go({ schedules: ids });
    void remember(ids);
  };
  const days = view === "week" ? daysFrom(mondayOf(date), 7) : [date];
  const shown = schedules.filter((schedule) => chosen.includes(idOf(schedule)));
  const parts = {
    day: () => <Agenda days={days} schedules={shown} search={search} withDays={false} />,
    week: () => <Agenda days={days} schedules={shown} search={search} withDays />,
    remote: () => <RemoteList schedules={shown} search={search} />,
  } as const satisfies Record<CalendarView, () => ReactNode>;
  return (
    <>
      <Toolbar date={date} onGo={go} view={view} />
      <ScheduleChoice chosen={chosen} known={schedules} onChange={choose} />
      {view === "remote" ? null : <Range days={days} />}
      {chosen.length > 0 ? (
        parts[view]()
      ) : (
        <EmptyState title={t("calendar.noSchedules")}>{t("calendar.noSchedules.text")}</EmptyState>
      )}
    </>
  );
}

/** Keeps the choice for other days and other devices. What could not be kept still stands in the address. */
function useRemembering() {
  const toast = useToast();
  const intent = useIntent();
  const failureLine = useFailureLine();
  const [choose] = useChooseCalendarSchedulesMutation();
  return async (ids: readonly string[]) => {
    const request = { scheduleIds: [...ids] };
    const answer = await choose({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) toast("danger", failureLine(answer.error));
    else intent.settle();
  };
}

interface ToolbarProps {
  readonly view: CalendarView;
  readonly date: string;
  readonly onGo: (part: CalendarSearch) => void;
}

const viewTexts = {
  day: "calendar.view.day",
  week: "calendar.view.week",
  remote: "calendar.view.remote",
} as const;

function Toolbar({ view, date, onGo }: ToolbarProps) {
  const t = useText();
  return (
    <div className={styles.toolbar}>
      <RadioGroup
        label={t("calendar.view")}
        onChange={(next) => onGo({ view: next })}
        optional={false}
        options={views.map((id) => ({ id, label: t(viewTexts[id]) }))}
        value={view}
      />
      {view === "remote" ? null : <DayChoice date={date} isWeek={view === "week"} onGo={onGo} />}
    </div>
  );
}

interface DayChoiceProps {
  readonly isWeek: boolean;
  readonly date: string;
  readonly onGo: (part: CalendarSearch) => void;
}

function DayChoice({ isWeek, date, onGo }: DayChoiceProps) {
  const t = useText();
  const step = isWeek ? 7 : 1;
  return (
    <>
      <DateField
        label={t("calendar.date")}
        // A date that is half typed is none, and moves nothing.
        onChange={(next) => next && onGo({ date: next })}
        value={date}
      />
      <div className={styles.steps}>
        <Button kind="secondary" onPress={() => onGo({ date: plus(date, -step) })}>
          <ChevronLeft aria-hidden="true" size={18} /> {t(isWeek ? "calendar.previousWeek" : "calendar.previousDay")}
        </Button>
        <Button kind="secondary" onPress={() => onGo({ date: dayKey(new Date()) })}>
          {t("calendar.today")}
        </Button>
        <Button kind="secondary" onPress={() => onGo({ date: plus(date, step) })}>
          {t(isWeek ? "calendar.nextWeek" : "calendar.nextDay")} <ChevronRight aria-hidden="true" size={18} />
        </Button>
      </div>
    </>
  );
}

/** Which days are shown; said aloud when they change. */
function Range({ days }: { readonly days: readonly string[] }) {
  const t = useText();
  const language = useLanguage();
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const text = (day: string) => dayText(language, noonOf(day));
  return (
    <h2 aria-live="polite" className={styles.range}>
      {first === last ? text(first) : t("calendar.range", { first: text(first), last: text(last) })}
    </h2>
  );
}
