/** Days and times as answers write them. */

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** A day that there is, for example 2027-03-28. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const last = month === 2 && isLeap(year) ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= last;
}

/** The same, of the years that a questionnaire may ask about. */
export const isAnswerDay = (text: string) => isDay(text) && text >= "1900-01-01" && text <= "2199-12-31";

/** For example 08:30. */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
