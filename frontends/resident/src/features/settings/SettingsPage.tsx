import { useText } from "@kajo/shared/i18n";
import { LookSettings } from "@kajo/shared/look";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { Bell, Globe } from "lucide-react";
import { LinkList } from "../about/LinkList";

export function SettingsPage() {
  const t = useText();
  return (
    <Stack gap="l">
      <PageHeading>{t("settings.title")}</PageHeading>
      <LookSettings />
      <LinkList
        label={t("settings.language")}
        links={[
          { to: "/language", text: t("menu.language"), icon: Globe },
          { to: "/settings/notifications", text: t("menu.push"), icon: Bell },
        ]}
      />
    </Stack>
  );
}
