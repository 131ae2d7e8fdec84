import { rest } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { Fetched, Wizard, type WizardStep } from "@kajo/shared/patterns";
import { Card, Checkbox, PageHeading, Spinner, Stack } from "@kajo/shared/ui";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { type Profile, useGetMyProfileQuery, useLazyListCareTeamsQuery, useListCareTeamsQuery } from "../profile/api";
import { CareTeamField, ChannelField, ContactFields, ServiceAreaField } from "../profile/Fields";
import styles from "../profile/Profile.module.css";
import {
  type ContactField,
  useCareTeam,
  useContactInfo,
  useLabels,
  useMissing,
  useNotifications,
  useServiceArea,
} from "../profile/parts";
import { type Terms, useGetTermsQuery } from "../terms/api";
import { useAccept } from "../terms/use-accept";
import { firstMissing, type Step, shownStep } from "./steps";
import { useEnter } from "./use-enter";

const codes = () => import("../profile/VerifyContacts");
const words = () => import("../terms/TermsText");

const VerifyContacts = lazy(async () => ({ default: (await codes()).VerifyContacts }));
const TermsText = lazy(async () => ({ default: (await words()).TermsText }));

/** The way into the app: what it needs to know, step by step, each saved as it is done (spec section 4). */
export function OnboardingPage() {
  const t = useText();
  const profile = useFreshProfile();
  const terms = useGetTermsQuery({});
  return (
    <Stack gap="l">
      <PageHeading>{t("onboarding.title")}</PageHeading>
      <Fetched query={profile}>
        {(mine) => <Fetched query={terms}>{(inForce) => <Way profile={mine} terms={inForce} />}</Fetched>}
      </Fetched>
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

function Way({ profile, terms }: { readonly profile: Profile; readonly terms: Terms }) {
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
  if (!began) return <GoOn />;
  if (began === "terms-and-conditions" && profile.acceptedTerms) {
    return <Navigate replace search={search} to="/terms-and-conditions/review" />;
  }
  // The last step is done, and what follows is on its way; or all was done elsewhere, as in another tab.
  if (!step) return (walkedTo ?? began) === "terms-and-conditions" ? <Spinner /> : <GoOn />;
  if (step !== asked) return <Navigate params={{ step }} replace search={search} to="/onboarding/$step" />;
  const walk = (next: Step) => {
    // The step before it is saved, which the profile may come to know a moment later.
    setWalkedTo(next);
    void navigate({ to: "/onboarding/$step", params: { step: next }, search, resetScroll: false });
  };
  return <Steps onStep={walk} profile={profile} step={step} terms={terms} />;
}

/** Who has done all of it is led on, by whatever way they came back. */
function GoOn() {
  const enter = useEnter();
  const led = useRef(false);
  useEffect(() => {
    if (led.current) return;
    led.current = true;
    void enter();
  }, [enter]);
  return <Spinner />;
}

type Field = ContactField | "channel" | "service_area_id" | "care_team_id" | "accepted";

interface StepsProps {
  readonly profile: Profile;
  readonly terms: Terms;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
}

function Steps({ profile, terms, step, onStep }: StepsProps) {
  const t = useText();
  const labels = useLabels();
  const missing = useMissing();
  const contactInfo = useContactInfo(profile);
  const notifications = useNotifications(profile);
  const serviceArea = useServiceArea(profile);
  const careTeam = useCareTeam(profile);
  const { serviceAreaId } = serviceArea.value;
  // The step stays with the area that led to it, whatever is known of the profile meanwhile.
  const [ledBy, setLedBy] = useState("");
  const areaId = (step === "care-team" && ledBy) || serviceAreaId;
  // Asked for as soon as an area is chosen; a step of its own only where there is something to choose.
  const { currentData: offered } = useListCareTeamsQuery({ serviceAreaId: areaId }, { skip: !areaId });
  const teams = offered?.careTeams ?? [];
  const [askTeams] = useLazyListCareTeamsQuery();
  const { isChecked, check, failure, accept } = useAccept(terms);
  const enter = useEnter();
  // Not for this step, and there when the next ones are.
  useEffect(() => void rest().then<unknown>(step === "contact-info" ? codes : words), [step]);
  const failures: Record<Step, unknown> = {
    "contact-info": contactInfo.failure,
    notifications: notifications.failure,
    "service-area": serviceArea.failure,
    "care-team": careTeam.failure,
    "terms-and-conditions": failure,
  };
  const careTeamStep: WizardStep<Field> = {
    id: "care-team",
    title: t("profile.careTeam"),
    fields: ["care_team_id"],
    content: (field) => <CareTeamField field={field} part={careTeam} profile={profile} teams={teams} />,
    check: careTeam.save,
  };
  const termsStep: WizardStep<Field> = {
    id: "terms-and-conditions",
    title: t("footer.terms"),
    fields: ["accepted"],
    content: (field) => (
      <>
        <Suspense fallback={<Spinner />}>
          <TermsText level={3} terms={terms} />
        </Suspense>
        <Checkbox {...field("accepted")} isRequired isSelected={isChecked} onChange={check} />
      </>
    ),
  };
  const go = async (next: Step) => {
    if (step !== "service-area" || next === "notifications") return onStep(next);
    // Whoever is faster than the question about the teams is led to them all the same.
    const { data } = await askTeams({ serviceAreaId }, true);
    if (!data?.careTeams?.length) return onStep("terms-and-conditions");
    setLedBy(serviceAreaId);
    onStep("care-team");
  };
  if (step === "care-team" && teams.length === 0) {
    // Only an answer says that there is nothing to choose: until then nobody is led on.
    return offered ? (
      <Navigate params={{ step: "terms-and-conditions" }} replace search={true} to="/onboarding/$step" />
    ) : (
      <Spinner />
    );
  }
  return (
    <div className={styles.sheet}>
      <p>{t("onboarding.text")}</p>
      <Card>
        <Wizard
          allow={(path) => path.startsWith("/onboarding/")}
          current={step}
          dirty={[contactInfo, notifications, serviceArea, careTeam].some(({ isDirty }) => isDirty)}
          failure={failures[step]}
          fields={{
            ...labels.contactInfo,
            ...labels.notifications,
            ...labels.serviceArea,
            ...labels.careTeam,
            accepted: t("terms.accept"),
          }}
          finish={t("onboarding.finish")}
          onFinish={async (release) => {
            if (terms.version && !(await accept())) return;
            release();
            await enter();
          }}
          onStep={(next) => void go(next as Step)}
          problems={{
            ...missing.notifications(notifications.value),
            ...missing.serviceArea(serviceArea.value),
            accepted: isChecked ? undefined : t("terms.accept.missing"),
          }}
          steps={[
            {
              id: "contact-info",
              title: t("profile.contactInfo"),
              fields: [
                "contact_info.usual_name",
                "contact_info.home_address",
                "contact_info.email",
                "contact_info.phone",
              ],
              content: (field) => <ContactFields field={field} part={contactInfo} profile={profile} />,
              check: contactInfo.save,
            },
            {
              id: "notifications",
              title: t("profile.notifications"),
              fields: ["channel"],
              content: (field) => <ChannelField field={field} part={notifications} profile={profile} />,
              below: (
                <Stack>
                  <h3>{t("profile.verify.title")}</h3>
                  <Suspense fallback={<Spinner />}>
                    <VerifyContacts profile={profile} />
                  </Suspense>
                </Stack>
              ),
              check: notifications.save,
            },
            {
              id: "service-area",
              title: t("profile.serviceArea"),
              fields: ["service_area_id"],
              content: (field) => <ServiceAreaField field={field} part={serviceArea} />,
              check: serviceArea.save,
            },
            ...(teams.length > 0 ? [careTeamStep] : []),
            ...(terms.version ? [termsStep] : []),
          ]}
        />
      </Card>
    </div>
  );
}
