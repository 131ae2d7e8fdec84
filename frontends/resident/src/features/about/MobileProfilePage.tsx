import { useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignOut } from "@kajo/shared/session";
import { Button, PageHeading, Stack } from "@kajo/shared/ui";
import { Bell, Eye, Globe, Info, Settings, UserRound } from "lucide-react";
import { LinkList } from "./LinkList";

/** What a wide screen has in its menus, on a page of its own for a phone. */
export function MobileProfilePage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { signOut, busy } = useSignOut();
  return (
    <Stack gap="l">
      <PageHeading over={session?.user.name.text}>{t("mobile.title")}</PageHeading>
      <LinkList
        label={t("mobile.title")}
        links={[
          { to: "/user/profile", text: t("menu.profile"), icon: UserRound },
          { to: "/user/access-log", text: t("accessLog.title"), icon: Eye },
          { to: "/language", text: t("menu.language"), icon: Globe },
          { to: "/settings/notifications", text: t("menu.push"), icon: Bell },
          { to: "/mobile-profile/settings", text: t("menu.settings"), icon: Settings },
          { to: "/mobile-profile/about", text: t("mobile.about"), icon: Info },
        ]}
      />
      <div>
        <Button isPending={busy} kind="secondary" onPress={() => void signOut()}>
          {t("app.signOut")}
        </Button>
      </div>
    </Stack>
  );
}
