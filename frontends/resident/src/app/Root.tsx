import { type AppState, Frame, type NavigationItem, type UserLink } from "@kajo/shared/app";
import { useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import { Bell, CalendarDays, Eye, Globe, House, Mail, Settings, UserRound } from "lucide-react";
import { useSelector } from "react-redux";
import { residentLanguages } from "./languages";
import { ResidentFooter } from "./ResidentFooter";

/** What also those may read who are not admitted: all that is nobody's own. */
const open = [
  "/access-denied",
  "/accessibility",
  "/cookies",
  "/feedback",
  "/language",
  "/privacy-policy",
  "/settings",
  "/terms-and-conditions",
];
const isOpen = (path: string) => open.includes(path);

export function Root() {
  const t = useText();
  const { data: session } = useGetSessionQuery();
  const denied = useSelector((state: AppState) => state.session.denied) && session !== undefined;
  const { pathname } = useLocation();
  useLive(session !== undefined && !denied);
  const navigation: readonly NavigationItem[] = [
    { to: "/", label: t("nav.home"), icon: House, exact: true },
    { to: "/inbox", label: t("nav.inbox"), icon: Mail },
    { to: "/events", label: t("nav.events"), icon: CalendarDays },
    { to: "/mobile-profile", label: t("nav.profile"), icon: UserRound },
  ];
  const links: readonly UserLink[] = [
    { to: "/user/profile", label: t("menu.profile"), icon: UserRound },
    { to: "/user/access-log", label: t("accessLog.title"), icon: Eye },
    { to: "/language", label: t("menu.language"), icon: Globe },
    { to: "/settings/notifications", label: t("menu.push"), icon: Bell },
    { to: "/settings", label: t("menu.settings"), icon: Settings },
  ];
  return (
    <Frame
      footer={<ResidentFooter />}
      languages={residentLanguages}
      layout="care"
      navigation={session && !denied ? navigation : []}
      userLinks={denied ? links.filter(({ to }) => isOpen(to)) : links}
    >
      {denied && !isOpen(pathname) ? <Navigate replace to="/access-denied" /> : <Outlet />}
    </Frame>
  );
}
