import { rest } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { Wizard, type WizardStep } from "@kajo/shared/patterns";
import { Card, Checkbox, Spinner, Stack } from "@kajo/shared/ui";
import { Navigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useEnter } from "../entry/use-enter";
import type { Profile } from "../profile/api";
import { useLazyListCareTeamsQuery, useListCareTeamsQuery } from "../profile/care-team-api";
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
} from "../profile/sections";
import type { Terms } from "../terms/api";
import { useAccept } from "../terms/use-accept";
import type { Step } from "./steps";

const codes = () => import("../profile/VerifyContacts");
const words = () => import("../terms/TermsText");

const VerifyContacts = lazy(async () => ({ default: (await codes()).VerifyContacts }));
const TermsText = lazy(async () => ({ default: (await words()).TermsText }));

type Field = ContactField | "channel" | "service_area_id" | "care_team_id" | "accepted";

interface StepsProps {
  readonly profile: Profile;
  readonly terms: Terms;
  readonly step: Step;
  readonly onStep: (step: Step) => void;
}

/** The steps with their fields, each saved as it is done. */
export function OnboardingSteps({ profile, terms, step, onStep }: StepsProps) {
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
    const isForth = step === "service-area" && next !== "notifications";
    const isBack = step === "terms-and-conditions";
    if (!(isForth || isBack)) return onStep(next);
    // Whoever is faster than the question about the teams is led to them all the same.
    const { data } = await askTeams({ serviceAreaId }, true);
    if (!data?.careTeams?.length) return onStep(isForth ? "terms-and-conditions" : "service-area");
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
            // Counted until it is known that there is nothing to choose: fewer steps than were said disappoint nobody.
            ...(offered === undefined || teams.length > 0 ? [careTeamStep] : []),
            ...(terms.version ? [termsStep] : []),
          ]}
        />
      </Card>
    </div>
  );
}
