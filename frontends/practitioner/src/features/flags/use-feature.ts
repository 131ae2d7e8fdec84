import { useGetFeaturesQuery } from "./api";

/** Features that can be switched without a release; the server lists them (IDN-14). */
type Feature = "care_team_choice" | "keyboard_shortcuts";

/**
 * Whether a feature is on, followed live. As long as that is not known it is off: nothing is offered that may be taken away at
 * once.
 */
export function useFeature(feature: Feature): boolean {
  const { data } = useGetFeaturesQuery({});
  return data?.enabled?.includes(feature) ?? false;
}
