/** Days of the calendar, "2026-11-23": they have no zone and no hour, so that a change of the clocks moves none. */

const dayMs = 86_400_000;

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** Whether it is a day that there is. */
export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight(text)) && plus(text, 0) === text;

/** So many days later, or earlier. */
export const plus = (date: string, days: number) => new Date(midnight(date) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of the week that a day is in. */
export const mondayOf = (date: string) => plus(date, -((new Date(midnight(date)).getUTCDay() + 6) % 7));

/** So many days, from this one on. */
export const daysFrom = (date: string, count: number) => Array.from({ length: count }, (_, day) => plus(date, day));

/** A moment within a day as Finland has it, to write the day out. */
export const noonOf = (date: string) => new Date(midnight(date) + dayMs / 2 - 2 * 3_600_000);
