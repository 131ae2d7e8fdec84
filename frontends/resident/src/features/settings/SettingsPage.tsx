import type { AppState } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { LookSettings } from "@kajo/shared/look";
import { useGetSessionQuery } from "@kajo/shared/session";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { Bell, Globe, MonitorSmartphone, Trash2 } from "lucide-react";
import { useSelector } from "react-redux";
import { LinkList } from "../about/LinkList";

export function SettingsPage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const denied = useSelector((state: AppState) => state.session.denied);
  // Where one is signed in and the account are that person's alone.
  const own = session && !session.impersonator && !denied;
  return (
    <Stack gap="l">
      <PageHeading>{t("settings.title")}</PageHeading>
      <LookSettings />
      <LinkList
        label={t("settings.language")}
        links={[
          ...(own ? [{ to: "/user/sessions" as const, text: t("sessions.title"), icon: MonitorSmartphone }] : []),
          { to: "/language", text: t("menu.language"), icon: Globe },
          { to: "/settings/notifications", text: t("menu.push"), icon: Bell },
          ...(own ? [{ to: "/user/delete-account" as const, text: t("account.title"), icon: Trash2 }] : []),
        ]}
      />
    </Stack>
  );
}
