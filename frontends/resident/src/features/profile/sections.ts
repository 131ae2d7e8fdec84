/** The parts of the profile, each with its fields by the server's names. */
import { useLanguage, useText } from "@kajo/shared/i18n";
import type { NotificationChannelJson } from "@kajo/shared/rpc";
import { useToast } from "@kajo/shared/ui";
import {
  type Profile,
  useChooseMyCareTeamMutation,
  useSaveContactInfoMutation,
  useSaveNotificationsMutation,
  useSaveServiceAreaMutation,
} from "./api";
import { useProfileSection } from "./use-profile-section";

export function useContactInfo(profile: Profile) {
  const language = useLanguage();
  const [save] = useSaveContactInfoMutation();
  return useProfileSection(profile, {
    name: "contact",
    of: ({ contactInfo }) => ({
      usualName: contactInfo?.usualName ?? "",
      homeAddress: contactInfo?.homeAddress ?? "",
      email: contactInfo?.email ?? "",
      phone: contactInfo?.phone ?? "",
    }),
    revisionOf: ({ revisions }) => revisions?.contactInfo ?? 0,
    request: (contactInfo, revision) => ({ contactInfo, revision, language }),
    save,
  });
}

export function useNotifications(profile: Profile) {
  const [save] = useSaveNotificationsMutation();
  return useProfileSection(profile, {
    name: "notifications",
    of: ({ channel }): { channel: NotificationChannelJson } => ({
      channel: channel ?? "NOTIFICATION_CHANNEL_UNSPECIFIED",
    }),
    revisionOf: ({ revisions }) => revisions?.notifications ?? 0,
    request: ({ channel }, revision) => ({ channel, revision }),
    save,
  });
}

export function useServiceArea(profile: Profile) {
  const t = useText();
  const toast = useToast();
  const [save] = useSaveServiceAreaMutation();
  return useProfileSection(profile, {
    name: "area",
    of: ({ serviceAreaId = "" }) => ({ serviceAreaId }),
    revisionOf: ({ revisions }) => revisions?.serviceArea ?? 0,
    request: ({ serviceAreaId }, revision) => ({ serviceAreaId, revision }),
    save,
    onSaved: (answer) => {
      const name = answer?.leftCareTeamName;
      if (name) toast("info", t("profile.careTeam.left", { name }));
    },
  });
}

/** The team that looks after the people of the area; an own choice, which nobody has to make. */
export function useCareTeam(profile: Profile) {
  const [save] = useChooseMyCareTeamMutation();
  return useProfileSection(profile, {
    name: "team",
    of: ({ careTeamId = "" }) => ({ careTeamId }),
    // One word that holds as a whole: the last choice counts.
    revisionOf: () => 0,
    request: ({ careTeamId }) => ({ careTeamId }),
    save,
  });
}

export type ContactField =
  | "contact_info.usual_name"
  | "contact_info.home_address"
  | "contact_info.email"
  | "contact_info.phone";

/** Labels of the fields, part by part. */
export function useLabels() {
  const t = useText();
  return {
    contactInfo: {
      "contact_info.usual_name": t("profile.usualName"),
      "contact_info.home_address": t("profile.homeAddress"),
      "contact_info.email": t("profile.email"),
      "contact_info.phone": t("profile.phone"),
    },
    notifications: { channel: t("profile.channel") },
    serviceArea: { service_area_id: t("profile.serviceArea") },
    careTeam: { care_team_id: t("profile.careTeam") },
  } as const;
}

/** What can be seen to be missing before it is sent. Of contact info the server says all at once, with what is wrong in it. */
export function useMissing() {
  const t = useText();
  const needed = (isThere: boolean) => (isThere ? undefined : t("profile.choose"));
  return {
    notifications: ({ channel }: { readonly channel: NotificationChannelJson }) => ({
      channel: needed(channel !== "NOTIFICATION_CHANNEL_UNSPECIFIED"),
    }),
    serviceArea: ({ serviceAreaId }: { readonly serviceAreaId: string }) => ({
      service_area_id: needed(serviceAreaId !== ""),
    }),
  };
}
