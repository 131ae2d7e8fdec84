import { Frame, type UserLink } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Outlet, useRouterState } from "@tanstack/react-router";
import { KeyRound, LayoutDashboard, MonitorSmartphone, Settings } from "lucide-react";
import { CommandsButton } from "../features/commands/CommandsButton";
import { HeldMarks } from "../features/conversation/done/HeldMarks";
import { Shortcuts } from "../features/shortcuts/Shortcuts";
import { useListWorkContextsQuery } from "../features/work-context/api";
import { isAdmin, keepsSystem } from "../features/work-context/use-level";
import { WorkPlace } from "../features/work-context/WorkPlace";
import { practitionerLanguages } from "./languages";
import { mainMenu } from "./main-menu";

export function Root() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const { data: contexts } = useListWorkContextsQuery({}, { skip: session === undefined });
  const inAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith("/admin") });
  // Live updates are for who works somewhere: before the choice there is nothing to be told of.
  const working = session !== undefined && Boolean(contexts?.roleId && contexts.locationId);
  useLive(working);
  const level = contexts?.level;
  const switched: readonly UserLink[] = inAdmin
    ? [{ to: "/desktop", label: t("menu.toDesktop"), icon: MonitorSmartphone }]
    : [{ to: "/admin", label: t("menu.toAdmin"), icon: LayoutDashboard }];
  return (
    <Frame
      aside={
        session ? (
          <>
            <WorkPlace />
            {working ? <CommandsButton /> : null}
          </>
        ) : undefined
      }
      languages={practitionerLanguages}
      layout="desk"
      navigation={working || isAdmin(level) ? mainMenu(t, level) : []}
      userLinks={[
        ...(isAdmin(level) ? switched : []),
        { to: "/sessions", label: t("sessions.title"), icon: KeyRound },
        { to: "/settings", label: t("menu.settings"), icon: Settings },
      ]}
    >
      {working ? (
        <>
          {keepsSystem(level) ? null : <Shortcuts />}
          <HeldMarks />
        </>
      ) : null}
      <Outlet />
    </Frame>
  );
}
