import type { NavigationItem } from "@kajo/shared/app";
import type { Text } from "@kajo/shared/i18n";
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
  Search,
  Settings,
} from "lucide-react";

/** The main menu (spec section 2, Main menu): what concerns the work, and for admins what they administer. */
export function mainMenu(t: Text, isAdmin: boolean): readonly NavigationItem[] {
  const work: readonly NavigationItem[] = [
    { to: "/desktop", label: t("menu.desktop"), icon: MonitorSmartphone },
    { to: "/inbox", label: t("nav.inbox"), icon: Inbox },
    { to: "/appointments", label: t("menu.calendar"), icon: CalendarDays },
    { to: "/chat", label: t("menu.chat"), icon: MessagesSquare },
    { to: "/patient", label: t("menu.patient"), icon: Search },
  ];
  const admin: readonly NavigationItem[] = [
    { to: "/admin/digipaths/v2", label: t("menu.carePaths"), icon: Route },
    { to: "/admin/surveys", label: t("menu.surveys"), icon: ClipboardList, exact: true },
    { to: "/admin/content-management", label: t("menu.content"), icon: Newspaper },
    { to: "/admin/iam/role-management", label: t("menu.access"), icon: KeyRound },
    { to: "/admin", label: t("menu.admin"), icon: LayoutDashboard, exact: true },
  ];
  return [...work, ...(isAdmin ? admin : []), { to: "/settings", label: t("menu.settings"), icon: Settings }];
}
