import { dateTimeText, useLanguage, useText } from "@kajo/shared/i18n";
import { Form, QueryView, UnsavedDialog, useUnsavedGuard } from "@kajo/shared/patterns";
import { Banner, Button, Card, LinkButton, PageHeading, Stack, useToast } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import { useId, useRef } from "react";
import { type Profile, useGetMyProfileQuery } from "./api";
import { useListCareTeamsQuery } from "./care-team-api";
import { CareTeamField, ChannelField, ContactFields, ServiceAreaField } from "./Fields";
import { LeaveTeamDialog, useMoving } from "./LeaveTeamDialog";
import styles from "./Profile.module.css";
import { useCareTeam, useContactInfo, useLabels, useMissing, useNotifications, useServiceArea } from "./sections";
import { UnverifiedNotice } from "./UnverifiedNotice";
import type { ProfileSection } from "./use-profile-section";
import { VerifyContacts } from "./VerifyContacts";

/** One's own profile: each part is saved by itself. */
export function ProfilePage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("profile.title")}</PageHeading>
      <QueryView query={useGetMyProfileQuery({})}>{(profile) => <Parts profile={profile} />}</QueryView>
    </Stack>
  );
}

function Parts({ profile }: { readonly profile: Profile }) {
  const t = useText();
  const toast = useToast();
  const labels = useLabels();
  const missing = useMissing();
  const verify = useRef<HTMLHeadingElement>(null);
  const verifyId = useId();
  const contactInfo = useContactInfo(profile);
  const notifications = useNotifications(profile);
  const serviceArea = useServiceArea(profile);
  const careTeam = useCareTeam(profile);
  const moving = useMoving(profile, serviceArea);
  const { serviceAreaId = "" } = profile;
  const teams = useListCareTeamsQuery({ serviceAreaId }, { skip: !serviceAreaId }).data?.careTeams ?? [];
  const parts = [contactInfo, notifications, serviceArea, careTeam];
  const guard = useUnsavedGuard(
    parts.some(({ isDirty }) => isDirty),
    {
      onLeave: () => {
        for (const part of parts) part.forget();
      },
    },
  );
  const saved = (save: () => Promise<boolean>) => async () => {
    if (await save()) toast("success", t("profile.saved"));
  };
  return (
    <>
      <div className={styles.sheet}>
        <Card>
          <h2>{t("profile.contactInfo")}</h2>
          <SavedElsewhere part={contactInfo} />
          <Form
            failure={told(contactInfo)}
            fields={labels.contactInfo}
            onSubmit={saved(contactInfo.save)}
            submit={t("profile.contactInfo.save")}
          >
            {(field) => <ContactFields field={field} part={contactInfo} profile={profile} />}
          </Form>
          <h3 className={styles.next} id={verifyId} ref={verify} tabIndex={-1}>
            {t("profile.verify.title")}
          </h3>
          <VerifyContacts profile={profile} />
        </Card>
        <Card>
          <h2>{t("profile.notifications")}</h2>
          <UnverifiedNotice profile={profile} verify={verify} verifyId={verifyId} />
          <SavedElsewhere part={notifications} />
          <Form
            failure={told(notifications)}
            fields={labels.notifications}
            onSubmit={saved(notifications.save)}
            problems={missing.notifications(notifications.value)}
            submit={t("profile.notifications.save")}
          >
            {(field) => <ChannelField field={field} part={notifications} profile={profile} />}
          </Form>
        </Card>
        <Card>
          <h2>{t("profile.serviceArea")}</h2>
          <SavedElsewhere part={serviceArea} />
          <Form
            failure={told(serviceArea)}
            fields={labels.serviceArea}
            onSubmit={async () => {
              if (await moving.mayMove()) await saved(serviceArea.save)();
            }}
            problems={missing.serviceArea(serviceArea.value)}
            submit={t("profile.serviceArea.save")}
          >
            {(field) => <ServiceAreaField field={field} part={serviceArea} />}
          </Form>
          <LeaveTeamDialog
            moving={moving}
            name={profile.careTeamName ?? ""}
            serviceAreaId={serviceArea.value.serviceAreaId}
          />
        </Card>
        {teams.length > 0 || profile.careTeamId ? (
          <Card>
            <h2>{t("profile.careTeam")}</h2>
            <Form
              failure={careTeam.failure}
              fields={labels.careTeam}
              onSubmit={saved(careTeam.save)}
              problems={{}}
              submit={t("profile.careTeam.save")}
            >
              {(field) => <CareTeamField field={field} part={careTeam} profile={profile} teams={teams} />}
            </Form>
          </Card>
        ) : null}
        <TermsAndPrivacy profile={profile} />
        <ActOnBehalf />
        <DeleteAccount />
      </div>
      <UnsavedDialog guard={guard} />
    </>
  );
}

/** What failed, unless SavedElsewhere tells it. */
const told = <Value,>({ failure, takeKept }: ProfileSection<Value>) => (takeKept ? undefined : failure);

/** What was typed stays; what was saved elsewhere can be taken instead. */
function SavedElsewhere<Value>({ part }: { readonly part: ProfileSection<Value> }) {
  const t = useText();
  if (!part.takeKept) return null;
  return (
    <Banner
      action={
        <Button kind="secondary" onPress={part.takeKept}>
          {t("profile.takeKept")}
        </Button>
      }
      announce="alert"
      tone="warning"
    >
      {t("profile.changedElsewhere")}
    </Banner>
  );
}

function ActOnBehalf() {
  const t = useText();
  return (
    <Card>
      <h2>{t("onBehalf.title")}</h2>
      <div>
        <LinkButton kind="secondary" to="/on-behalf">
          {t("onBehalf.title")}
        </LinkButton>
      </div>
    </Card>
  );
}

/** What it means and the confirmation stand on a page of their own. */
function DeleteAccount() {
  const t = useText();
  return (
    <Card>
      <h2>{t("account.title")}</h2>
      <p>{t("account.intro")}</p>
      <div>
        <LinkButton kind="secondary" to="/user/delete-account">
          {t("account.title")}
        </LinkButton>
      </div>
    </Card>
  );
}

function TermsAndPrivacy({ profile: { acceptedTermsAt } }: { readonly profile: Profile }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Card>
      <h2>{t("profile.terms")}</h2>
      {acceptedTermsAt ? (
        <p>{t("terms.accepted", { date: dateTimeText(language, new Date(acceptedTermsAt)) })}</p>
      ) : null}
      <ul className={styles.links}>
        <li>
          <Link to="/terms-and-conditions">{t("footer.terms")}</Link>
        </li>
        <li>
          <Link to="/privacy-policy">{t("footer.privacy")}</Link>
        </li>
        <li>
          <Link to="/user/access-log">{t("accessLog.title")}</Link>
        </li>
      </ul>
    </Card>
  );
}
