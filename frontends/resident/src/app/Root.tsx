import { type AppState, Frame, type NavigationItem, rest, type UserLink } from "@kajo/shared/app";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { useGetSessionQuery } from "@kajo/shared/session";
import { PageLoading } from "@kajo/shared/ui";
import { Navigate, Outlet, useLocation } from "@tanstack/react-router";
import {
  Bell,
  CalendarDays,
  Eye,
  Globe,
  House,
  Mail,
  MonitorSmartphone,
  Settings,
  UserRound,
  Users,
} from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { residentLanguages } from "./languages";
import { ResidentFooter } from "./ResidentFooter";

/** Whose matters they are stands there when the page does: two boundaries would be shown one after the other. */
function useActingParts(acting: boolean) {
  const [parts, setParts] = useState<typeof import("../features/on-behalf/acting")>();
  useEffect(() => {
    if (!acting) return;
    const failed = (error: unknown) =>
      setParts(() => {
        throw error;
      });
    import("../features/on-behalf/acting").then(setParts, failed);
  }, [acting]);
  return acting ? parts : undefined;
}

/** Few have anything to be told here: the page comes first. */
const DeletionBanner = lazy(async () => {
  await rest();
  // Without the code the page is there all the same.
  const fetched = await import("../features/account/DeletionBanner").catch(() => undefined);
  return { default: fetched?.DeletionBanner ?? (() => null) };
});

/** What also those may read who are not admitted, or not yet: all that is nobody's own. */
const open = [
  "/access-denied",
  "/access-denied/on-behalf",
  "/access-denied/on-behalf-failed",
  "/accessibility",
  "/cookies",
  "/feedback",
  "/language",
  "/on-behalf",
  "/privacy-policy",
  "/settings",
  "/terms-and-conditions",
];
const isOpen = (path: string) => open.includes(path);

/** What has to be done before entering. */
const isEntry = (path: string) => path.startsWith("/onboarding/") || path === "/terms-and-conditions/review";

/** What is the person's alone, whoever acts for them. */
const isOwnOnly = (path: string) => path.startsWith("/user/") || isEntry(path);

export function Root() {
  const t = useText();
  const language = useLanguage();
  const { data: session } = useGetSessionQuery();
  const denied = useSelector((state: AppState) => state.session.denied) && session !== undefined;
  const acting = session?.impersonator !== undefined;
  const parts = useActingParts(acting);
  const entering = useSelector((state: AppState) => state.session.entering) && session !== undefined;
  const held = denied || entering;
  const { pathname, href } = useLocation();
  // On the way in there is nowhere else to go yet.
  const outside = held || (isEntry(pathname) && !acting);
  useLive(session !== undefined && !outside);
  const navigation: readonly NavigationItem[] = [
    { to: "/", label: t("nav.home"), icon: House, exact: true },
    { to: "/inbox", label: t("nav.inbox"), icon: Mail },
    { to: "/events", label: t("nav.events"), icon: CalendarDays },
    { to: "/mobile-profile", label: t("nav.profile"), icon: UserRound, also: ["/user/", "/settings", "/on-behalf"] },
  ];
  const links: readonly UserLink[] = [
    // One's details, who has looked at them, and where one is signed in are that person's alone.
    ...(acting
      ? []
      : ([
          { to: "/user/profile", label: t("menu.profile"), icon: UserRound },
          { to: "/user/access-log", label: t("accessLog.title"), icon: Eye },
          { to: "/user/sessions", label: t("sessions.title"), icon: MonitorSmartphone },
        ] as const)),
    { to: "/on-behalf", label: t("onBehalf.title"), icon: Users },
    { to: "/language", label: t("menu.language"), icon: Globe },
    { to: "/settings/notifications", label: t("menu.push"), icon: Bell },
    { to: "/settings", label: t("menu.settings"), icon: Settings },
  ];
  return (
    <Frame
      footer={<ResidentFooter />}
      languages={residentLanguages}
      layout="care"
      navigation={session && !outside ? navigation : []}
      notices={
        session && !outside ? (
          acting ? (
            parts && <parts.OnBehalfBanner name={session.user.name.text} />
          ) : (
            <Suspense>
              <DeletionBanner />
            </Suspense>
          )
        ) : null
      }
      userLinks={outside ? links.filter(({ to }) => isOpen(to)) : links}
    >
      {!held || isOpen(pathname) || (entering && isEntry(pathname)) ? (
        acting && !outside && !parts ? (
          <PageLoading />
        ) : parts && !held && isOwnOnly(pathname) ? (
          <parts.OwnOnlyPage />
        ) : (
          <Outlet />
        )
      ) : denied ? (
        <Navigate replace to="/access-denied" />
      ) : (
        <Navigate
          params={{ step: "contact-info" }}
          replace
          search={{ returnTo: pathIn(language, href) }}
          to="/onboarding/$step"
        />
      )}
    </Frame>
  );
}
