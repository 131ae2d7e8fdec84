import { useText } from "@kajo/shared/i18n";
import { useGetSessionQuery, useSignOut } from "@kajo/shared/session";
import { Button, PageHeading, Stack } from "@kajo/shared/ui";
import { Bell, Eye, Globe, Info, MonitorSmartphone, Settings, Trash2, UserRound, Users } from "lucide-react";
import { LinkList } from "./LinkList";

/** What a wide screen has in its menus, on a page of its own for a phone. */
export function MobileProfilePage() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const acting = session?.impersonator !== undefined;
  const { signOut, busy } = useSignOut();
  return (
    <Stack gap="l">
      <PageHeading over={session?.user.name.text}>{t("mobile.title")}</PageHeading>
      <LinkList
        label={t("mobile.title")}
        links={[
          // One's details, who has looked at them, and where one is signed in are that person's alone.
          ...(acting
            ? []
            : ([
                { to: "/user/profile", text: t("menu.profile"), icon: UserRound },
                { to: "/user/access-log", text: t("accessLog.title"), icon: Eye },
                { to: "/user/sessions", text: t("sessions.title"), icon: MonitorSmartphone },
              ] as const)),
          { to: "/on-behalf", text: t("onBehalf.title"), icon: Users },
          { to: "/language", text: t("menu.language"), icon: Globe },
          { to: "/settings/notifications", text: t("menu.push"), icon: Bell },
          { to: "/mobile-profile/settings", text: t("menu.settings"), icon: Settings },
          ...(acting ? [] : ([{ to: "/user/delete-account", text: t("account.title"), icon: Trash2 }] as const)),
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
