import { entriesOf, Frame, type UserLink } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { LayoutDashboard, MonitorSmartphone } from "lucide-react";
import { useKeptChats } from "../features/chat/use-kept-chats";
import { CommandsButton } from "../features/commands/CommandsButton";
import { UndoableMarks } from "../features/conversation/done/UndoableMarks";
import { Shortcuts } from "../features/shortcuts/Shortcuts";
import { useListWorkContextsQuery } from "../features/work-context/api";
import { isKeeper, standingOf } from "../features/work-context/standing";
import { WorkPlace } from "../features/work-context/WorkPlace";
import { practitionerLanguages } from "./languages";
import { mainMenu } from "./main-menu";

export function Root() {
  const t = useText();
  const router = useRouter();
  const { data: session } = useGetSessionQuery();
  const { data: contexts } = useListWorkContextsQuery({}, { skip: session === undefined });
  const inAdmin = useRouterState({ select: ({ location }) => location.pathname.startsWith("/admin") });
  // Live updates are for who works somewhere: before the choice there is nothing to be told of.
  const standing = session && contexts && standingOf(contexts);
  const working = standing?.works === true;
  useLive(working && session?.user.personId);
  const keeper = standing !== undefined && isKeeper(standing);
  const menu = standing && (working || keeper) ? mainMenu(router, t, standing) : [];
  const kept = useKeptChats(working);
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
      navigation={menu.map((item) => (item.to === "/chat" && kept ? { ...item, badge: <kept.OwnChatsBadge /> } : item))}
      userLinks={[
        ...(keeper ? switched : []),
        ...entriesOf(router, "userMenu").map(({ label, ...entry }) => ({ ...entry, label: t(label) })),
      ]}
    >
      {working ? (
        <>
          <Shortcuts />
          <UndoableMarks />
        </>
      ) : null}
      {kept ? <kept.KeepOwnChats /> : null}
      <Outlet />
    </Frame>
  );
}
