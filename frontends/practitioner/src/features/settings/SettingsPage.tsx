import { useText } from "@kajo/shared/i18n";
import { LookSettings } from "@kajo/shared/look";
import { PageHeading, Stack } from "@kajo/shared/ui";
import { ShortcutSettings } from "../shortcuts/ShortcutSettings";

export function SettingsPage() {
  const t = useText();
  return (
    <Stack gap="l" width="text">
      <PageHeading>{t("settings.title")}</PageHeading>
      <LookSettings />
      <ShortcutSettings />
    </Stack>
  );
}
