import { clockText, timeText, useLanguage } from "@kajo/shared/i18n";
import { type AssessmentJson, useServerNow } from "@kajo/shared/rpc";
import { useState } from "react";

const momentOf = (at: string | undefined) => (at ? Date.parse(at) : 0);

/** Whether one can still join with it. */
export function useValid(completed: AssessmentJson | undefined): boolean {
  const until = momentOf(completed?.validUntil);
  return useServerNow([until]) < until;
}

/** The newest that has come stays, also when it is over: nobody is led away from what they read. */
export function useNewest(came: AssessmentJson | undefined): AssessmentJson | undefined {
  const [newest, setNewest] = useState(came);
  const isNewer = came !== undefined && momentOf(came.completedAt) >= momentOf(newest?.completedAt);
  if (isNewer && came !== newest) setNewest(came);
  return isNewer ? came : newest;
}

/** A time of this hour as one says it. */
export function useTimeText(): (at: string | undefined) => string {
  const language = useLanguage();
  return (at) => (at ? clockText(language, timeText(language, new Date(at))) : "");
}
