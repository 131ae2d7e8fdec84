/** Who reads the answers, as it is edited. */
import type { SurveyAccessDetailsJson, SurveyAccessJson } from "@kajo/shared/rpc";

export interface Readers {
  readonly roleIds: readonly string[];
  readonly locationIds: readonly string[];
}

export const readersOf = ({ roleIds = [], locationIds = [] }: SurveyAccessDetailsJson = {}): Readers => ({
  roleIds,
  locationIds,
});

/** A role and a location are both needed. */
export const isNobody = ({ roleIds, locationIds }: Readers) => roleIds.length === 0 || locationIds.length === 0;

/** Names a survey, or a domain, in keys and drafts. */
export const keyOf = ({ surveyId, matter }: Pick<SurveyAccessJson, "surveyId" | "matter">) =>
  surveyId || (matter ?? "MATTER_UNSPECIFIED");
