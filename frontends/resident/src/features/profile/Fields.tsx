import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { QueryView } from "@kajo/shared/patterns";
import type { CareTeamChoiceJson, NotificationChannelJson } from "@kajo/shared/rpc";
import { PhoneField, RadioGroup, Select, TextField } from "@kajo/shared/ui";
import { FreshSignIn } from "../fresh/FreshSignIn";
import { type Profile, useListServiceAreasQuery } from "./api";
import styles from "./Profile.module.css";
import type { ContactField } from "./sections";
import type { ProfileSection } from "./use-profile-section";

interface Props<Value, Field extends string> {
  readonly profile: Profile;
  readonly part: ProfileSection<Value>;
  /** Of a form with these fields, and perhaps others. */
  readonly field: (name: Field) => {
    readonly name: string;
    readonly label: string;
    readonly error: string | undefined;
  };
}

interface Contact {
  readonly usualName: string;
  readonly homeAddress: string;
  readonly email: string;
  readonly phone: string;
}

/** How one is called and reached. The official name comes from the register and is only shown. */
export function ContactFields({ profile, part, field }: Props<Contact, ContactField>) {
  const t = useText();
  const { value, change } = part;
  return (
    <>
      <FreshSignIn after={part.failure} text={t("fresh.kept")} />
      <dl className={styles.official}>
        <dt>{t("profile.officialName")}</dt>
        <dd>{profile.officialName}</dd>
        <dd className={styles.quiet}>{t("profile.officialName.hint")}</dd>
      </dl>
      <TextField
        {...field("contact_info.usual_name")}
        autoComplete="nickname"
        hint={t("profile.usualName.hint")}
        max={profile.usualNameMax}
        onChange={(usualName) => change({ usualName })}
        optional
        value={value.usualName}
      />
      <TextField
        {...field("contact_info.home_address")}
        autoComplete="street-address"
        hint={t("profile.homeAddress.hint")}
        onChange={(homeAddress) => change({ homeAddress })}
        optional
        value={value.homeAddress}
      />
      <TextField
        {...field("contact_info.email")}
        autoComplete="email"
        hint={t("profile.email.hint")}
        inputMode="email"
        onChange={(email) => change({ email })}
        value={value.email}
      />
      <PhoneField
        {...field("contact_info.phone")}
        autoComplete="tel"
        hint={t("profile.phone.hint")}
        onChange={(phone) => change({ phone })}
        value={value.phone}
      />
    </>
  );
}

/** Of what one is notified, and where notifications go. */
export function ChannelField({
  profile,
  part,
  field,
}: Props<{ readonly channel: NotificationChannelJson }, "channel">) {
  const t = useText();
  const { email, phone } = profile.contactInfo ?? {};
  const { channel } = part.value;
  return (
    <>
      <p>{t("profile.channel.what")}</p>
      <RadioGroup
        {...field("channel")}
        hint={t("profile.channel.hint")}
        onChange={(chosen) => part.change({ channel: chosen })}
        options={[
          {
            id: "NOTIFICATION_CHANNEL_EMAIL",
            label: t("profile.channel.email"),
            description: email || t("profile.none"),
          },
          { id: "NOTIFICATION_CHANNEL_SMS", label: t("profile.channel.sms"), description: phone || t("profile.none") },
          { id: "NOTIFICATION_CHANNEL_BOTH", label: t("profile.channel.both") },
        ]}
        value={channel === "NOTIFICATION_CHANNEL_UNSPECIFIED" ? null : channel}
      />
      <p className={styles.quiet}>{t("profile.channel.night")}</p>
    </>
  );
}

/** In which part of the county one lives. */
export function ServiceAreaField({
  part,
  field,
}: Omit<Props<{ readonly serviceAreaId: string }, "service_area_id">, "profile">) {
  const t = useText();
  const language = useLanguage();
  return (
    <QueryView query={useListServiceAreasQuery({})}>
      {({ serviceAreas = [] }) => (
        <Select
          {...field("service_area_id")}
          hint={t("profile.serviceArea.hint")}
          onChange={(serviceAreaId) => part.change({ serviceAreaId })}
          options={serviceAreas.map(({ serviceAreaId = "", name }) => ({
            id: serviceAreaId,
            label: localized(language, name),
          }))}
          value={part.value.serviceAreaId || null}
        />
      )}
    </QueryView>
  );
}

/** Stands for no care team among the choices: an empty one is what nobody has made yet. */
const none = "none";

/** To which of the teams of the area one belongs, or that one does not choose. */
export function CareTeamField({
  profile,
  part,
  field,
  teams,
}: Props<{ readonly careTeamId: string }, "care_team_id"> & { readonly teams: readonly CareTeamChoiceJson[] }) {
  const t = useText();
  const known = teams.map(({ careTeamId = "", name = "", description }) => ({
    id: careTeamId,
    label: name,
    ...(description ? { description } : {}),
  }));
  const { careTeamId = "", careTeamName = "" } = profile;
  // The own team stays a choice when it takes nobody else in.
  const own = careTeamId && !known.some(({ id }) => id === careTeamId) ? [{ id: careTeamId, label: careTeamName }] : [];
  return (
    <RadioGroup
      {...field("care_team_id")}
      hint={t("profile.careTeam.hint")}
      onChange={(chosen) => part.change({ careTeamId: chosen === none ? "" : chosen })}
      options={[...own, ...known, { id: none, label: t("profile.careTeam.none") }]}
      value={part.value.careTeamId || none}
    />
  );
}
