import type { NavigationItem } from "@kajo/shared/app";
import type { Text } from "@kajo/shared/i18n";
import type { LevelJson } from "@kajo/shared/rpc";
import {
  CalendarDays,
  ClipboardList,
  Inbox,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  MonitorSmartphone,
  Newspaper,
  Route,
  Settings,
  UserSearch,
} from "lucide-react";
import { isAdmin, keepsSystem } from "../features/work-context/use-level";

/** Modules of the admin panel that have no entry of their own. */
const modules = [
  "/admin/lookup-alerts",
  "/admin/careteam-management",
  "/admin/chat",
  "/admin/feature-flags",
  "/admin/icons",
  "/admin/inbox",
  "/admin/landing-page",
  "/admin/markdown",
  "/admin/service-information",
  "/admin/tasks",
];

/** The main menu (spec section 2, Main menu): what concerns the work, and for admins what they administer. */
export function mainMenu(t: Text, level: LevelJson | undefined): readonly NavigationItem[] {
  const desktop: NavigationItem = { to: "/desktop", label: t("menu.desktop"), icon: MonitorSmartphone };
  const care: readonly NavigationItem[] = [
    { to: "/inbox", label: t("nav.inbox"), icon: Inbox },
    { to: "/appointments", label: t("menu.calendar"), icon: CalendarDays },
    { to: "/chat", label: t("menu.chat"), icon: MessagesSquare },
    { to: "/patient", label: t("menu.patient"), icon: UserSearch },
  ];
  const admin: readonly NavigationItem[] = [
    { to: "/admin/digipaths/v2", label: t("menu.carePaths"), icon: Route, also: ["/admin/digipaths"] },
    { to: "/admin/surveys", label: t("menu.surveys"), icon: ClipboardList },
    // The server lets nobody else in there.
    ...(keepsSystem(level)
      ? ([
          { to: "/admin/content-management", label: t("menu.content"), icon: Newspaper },
          { to: "/admin/iam/role-management", label: t("menu.access"), icon: KeyRound, also: ["/admin/iam/"] },
        ] as const)
      : []),
    { to: "/admin", label: t("menu.admin"), icon: LayoutDashboard, exact: true, also: modules },
  ];
  return [
    desktop,
    ...(keepsSystem(level) ? [] : care),
    ...(isAdmin(level) ? admin : []),
    { to: "/settings", label: t("menu.settings"), icon: Settings, also: ["/sessions"] },
  ];
}
