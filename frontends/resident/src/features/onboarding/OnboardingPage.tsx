import { useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import { PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useEnter } from "../entry/use-enter";
import { type Profile, useGetMyProfileQuery } from "../profile/api";
import { type Terms, useGetTermsQuery } from "../terms/api";
import { firstMissing, type Step, shownStep } from "./steps";

/** Not for who has done all of it, and only passes here. */
const OnboardingSteps = lazy(async () => ({ default: (await import("./OnboardingSteps")).OnboardingSteps }));

/** The way into the app: what it needs to know, step by step, each saved as it is done (PRO-01). */
export function OnboardingPage() {
  const t = useText();
  const profile = useFreshProfile();
  const terms = useGetTermsQuery({});
  return (
    <Stack gap="l">
      <PageHeading>{t("onboarding.title")}</PageHeading>
      <QueryView query={profile}>
        {(mine) => (
          <QueryView query={terms}>{(inForce) => <OnboardingFlow profile={mine} terms={inForce} />}</QueryView>
        )}
      </QueryView>
    </Stack>
  );
}

/** As it is now: one who comes back here may have done since what was missing when it was fetched. */
function useFreshProfile() {
  const [from] = useState(() => Date.now());
  const profile = useGetMyProfileQuery({}, { refetchOnMountOrArgChange: true });
  const isFresh = (profile.fulfilledTimeStamp ?? 0) >= from;
  return { ...profile, data: isFresh ? profile.data : undefined };
}

function OnboardingFlow({ profile, terms }: { readonly profile: Profile; readonly terms: Terms }) {
  const { step: asked } = useParams({ from: "/signed-in/onboarding/$step" });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const first = firstMissing(profile.missing);
  // One goes on where one left off; who has walked a step may also go back.
  const [began] = useState(first);
  // Whether a care team was asked for, the server does not know: who reloads there stays there.
  const reloaded = asked === "care-team" && first === "terms-and-conditions" ? asked : undefined;
  const [walkedTo, setWalkedTo] = useState<Step | undefined>(reloaded);
  const step = first && (walkedTo ? shownStep(asked, [first, walkedTo]) : began);
  if (!began) return <LeaveOnboarding />;
  if (began === "terms-and-conditions" && profile.acceptedTerms) {
    return <Navigate replace search={search} to="/terms-and-conditions/review" />;
  }
  // The last step is done, and what follows is on its way; or all was done elsewhere, as in another tab.
  if (!step) return (walkedTo ?? began) === "terms-and-conditions" ? <Spinner /> : <LeaveOnboarding />;
  if (step !== asked) return <Navigate params={{ step }} replace search={search} to="/onboarding/$step" />;
  const walk = (next: Step) => {
    // The step before it is saved, which the profile may come to know a moment later.
    setWalkedTo(next);
    void navigate({ to: "/onboarding/$step", params: { step: next }, search, resetScroll: false });
  };
  return (
    <Suspense fallback={<Spinner />}>
      <OnboardingSteps onStep={walk} profile={profile} step={step} terms={terms} />
    </Suspense>
  );
}

/** Who has done all of it is led on, by whatever way they came back. */
function LeaveOnboarding() {
  const enter = useEnter();
  const led = useRef(false);
  useEffect(() => {
    if (led.current) return;
    led.current = true;
    void enter();
  }, [enter]);
  return <Spinner />;
}
