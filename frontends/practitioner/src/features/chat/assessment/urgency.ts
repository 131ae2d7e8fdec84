/** How urgent it is what somebody has assessed of their symptoms, in words and tones. */
import { type ChatAssessmentJson, known, unknownState } from "@kajo/shared/rpc";

export type AssessmentLevel = NonNullable<ChatAssessmentJson["level"]>;

const urgencies = {
  LEVEL_UNSPECIFIED: ["chatAssessment.level.none", "neutral"],
  LEVEL_NORMAL: ["chatAssessment.level.normal", "success"],
  LEVEL_NOTABLE: ["chatAssessment.level.notable", "warning"],
  LEVEL_SERIOUS: ["chatAssessment.level.serious", "danger"],
} as const satisfies Record<AssessmentLevel, readonly [string, string]>;

export const urgencyOf = (level: AssessmentLevel = "LEVEL_UNSPECIFIED") => known(urgencies, level) ?? unknownState;

/** It is told in lists: not of what can wait, and of a level that this page does not know neutrally. */
export const isMarked = (level: AssessmentLevel = "LEVEL_UNSPECIFIED") =>
  level !== "LEVEL_UNSPECIFIED" && level !== "LEVEL_NORMAL";
