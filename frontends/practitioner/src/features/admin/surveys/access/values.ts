/** Who reads the answers, as it is edited. */
import type { Over } from "@kajo/shared/drafts";
import type { SurveyAccessDetailsJson, SurveyAccessJson } from "@kajo/shared/rpc";

export interface Readers {
  readonly roleIds: readonly string[];
  readonly locationIds: readonly string[];
}

export const readersOf = ({ roleIds = [], locationIds = [] }: SurveyAccessDetailsJson = {}): Readers => ({
  roleIds,
  locationIds,
});

/** What is kept now without what was taken away here, and with what was given here: nobody gives back what somebody else took away. */
const idsOver = (newest: readonly string[], mine: readonly string[], base: readonly string[]) => [
  ...newest.filter((id) => mine.includes(id) || !base.includes(id)),
  ...mine.filter((id) => !base.includes(id) && !newest.includes(id)),
];

export const readersOver: Over<Readers> = (newest, { value, saved }) => ({
  roleIds: idsOver(newest.roleIds, value.roleIds, saved.roleIds),
  locationIds: idsOver(newest.locationIds, value.locationIds, saved.locationIds),
});

/** A role and a location are both needed. */
export const isNobody = ({ roleIds, locationIds }: Readers) => roleIds.length === 0 || locationIds.length === 0;

/** Names a survey, or a domain, in keys and drafts. */
export const keyOf = ({ surveyId, matter }: Pick<SurveyAccessJson, "surveyId" | "matter">) =>
  surveyId || (matter ?? "MATTER_UNSPECIFIED");
