/**
 * By which day surveys stand in the history that are past without an answer. The list has them by when they ended, the newest first, and does not
 * tell it: one whose time was over ended with its last day; one that was taken back ended some time after its first day, and not before what
 * stands behind it.
 */
import type { MySurveyJson } from "@kajo/shared/rpc";

const isTakenBack = ({ state }: MySurveyJson) => state === "SURVEY_ACTIVATION_STATE_WITHDRAWN";

const dayOf = (survey: MySurveyJson) => (isTakenBack(survey) ? survey.fromDate : survey.answerByDate) ?? "";

/** Midday is in the same day wherever the browser is. */
const middayOf = (day: string) => (day === "" ? "" : `${day}T12:00:00Z`);

/** One of each, in their order. They never rise. */
export function pastTimes(surveys: readonly MySurveyJson[]): readonly string[] {
  let behind = "";
  const days = surveys.toReversed().map((survey) => {
    const own = dayOf(survey);
    if (own > behind) behind = own;
    return behind;
  });
  return days.toReversed().map(middayOf);
}

/** Until when the list is known. Of one that was taken back last it is not known yet where it stands. */
export function pastKnownTo(surveys: readonly MySurveyJson[]): string | undefined {
  const over = surveys.findLast((survey) => !isTakenBack(survey));
  return over && middayOf(dayOf(over));
}
