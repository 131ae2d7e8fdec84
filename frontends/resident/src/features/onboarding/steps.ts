/** The steps of the onboarding, in their order (PRO-01), as the address names them. */
import { known, type OnboardingStepJson } from "@kajo/shared/rpc";

const steps = ["contact-info", "notifications", "service-area", "care-team", "terms-and-conditions"] as const;

export type Step = (typeof steps)[number];

const byServer = {
  ONBOARDING_STEP_UNSPECIFIED: "contact-info",
  ONBOARDING_STEP_CONTACT_INFO: "contact-info",
  ONBOARDING_STEP_NOTIFICATIONS: "notifications",
  ONBOARDING_STEP_SERVICE_AREA: "service-area",
  ONBOARDING_STEP_TERMS: "terms-and-conditions",
} as const satisfies Record<OnboardingStepJson, Step>;

/** The first step that is not done; undefined: all are. Where this page knows none of those that are missing, it begins at the beginning. */
export function firstMissing(missing: readonly OnboardingStepJson[] = []): Step | undefined {
  if (missing.length === 0) return undefined;
  return missing.map((step) => known(byServer, step)).find((step) => step !== undefined) ?? steps[0];
}

/** The step that is shown: nobody goes further than they have come, and anybody may go back. */
export function shownStep(asked: string, come: readonly [Step, ...Step[]]): Step {
  const furthest = Math.max(...come.map((step) => steps.indexOf(step)));
  const at = (steps as readonly string[]).indexOf(asked);
  return steps[at < 0 ? furthest : Math.min(at, furthest)] ?? come[0];
}
