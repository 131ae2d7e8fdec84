import type { PlainId } from "@kajo/shared/i18n";

interface Days {
  readonly from: string | null;
  readonly answerBy: string | null;
}

/** What is wrong with the first day. Days ("2027-03-28") follow each other as their letters do. */
function wrongFrom(from: string | null, today: string): PlainId | undefined {
  if (from === null) return "field.required";
  return from < today ? "error.reason.date_past" : undefined;
}

function wrongAnswerBy({ from, answerBy }: Days, today: string): PlainId | undefined {
  if (answerBy === null) return undefined;
  if (answerBy < today) return "error.reason.date_past";
  return from !== null && answerBy < from ? "error.reason.dates_in_order" : undefined;
}

/** What is wrong with the days of an activation, as the server finds it. */
export const problemsOf = (days: Days, today: string) => ({
  from: wrongFrom(days.from, today),
  answerBy: wrongAnswerBy(days, today),
});
