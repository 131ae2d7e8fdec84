/** What the address of the calendar says: a day, a week or the remote appointments, which day, and the schedules that are shown. */
import { isDay } from "./days";

export const views = ["day", "week", "remote"] as const;

export type CalendarView = (typeof views)[number];

export interface CalendarSearch {
  readonly view?: CalendarView | undefined;
  readonly date?: string | undefined;
  /** Left out: those that one has chosen, as the server remembers them. */
  readonly schedules?: readonly string[] | undefined;
  /** Whose appointments are told in full as well; the id says nothing of the person, and opens nothing in another session. */
  readonly patient?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isId = (id: unknown): id is string => typeof id === "string" && uuid.test(id);

/** What an address says that means something here. The rest is said to be nothing: left out, the router would hand it on as it stands. */
export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  return {
    view: views.find((each) => each === search.view),
    date: typeof search.date === "string" && isDay(search.date) ? search.date : undefined,
    schedules: Array.isArray(search.schedules) ? search.schedules.filter(isId) : undefined,
    patient: isId(search.patient) ? search.patient : undefined,
  };
}
