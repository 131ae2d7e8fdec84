import { type AppState, entriesOf, Frame, rest, useRoutePolicy } from "@kajo/shared/app";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { useLive } from "@kajo/shared/live";
import { isVisitor, onSignOut, useGetSessionQuery } from "@kajo/shared/session";
import { PageLoading } from "@kajo/shared/ui";
import { Navigate, Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { forgetOnSignOut, useGoingOn } from "../features/chat/going-on";
import { CriticalAnnouncement } from "../features/documents/CriticalAnnouncement";
import { residentLanguages } from "./languages";
import { ResidentFooter } from "./ResidentFooter";
import { useToldLanguage } from "./use-told-language";

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

/** Few have begun anything in a visit before they signed in. */
const VisitClaim = lazy(async () => {
  // Without the code the page is there all the same; pages of chats ask for it themselves.
  const fetched = await import("../features/chat/VisitClaim").catch(() => undefined);
  return { default: fetched?.VisitClaim ?? (() => null) };
});

/** Few wait or chat while they look at other pages. */
const ChatDock = lazy(async () => {
  await rest();
  // Without the code the page is there all the same.
  const fetched = await import("../features/chat/ChatDock").catch(() => undefined);
  return { default: fetched?.ChatDock ?? (() => null) };
});

/** It shows all that the dock does, and keeps every place. */
const isListOfChats = (pathname: string) => pathname === "/chat" || pathname === "/chat/";

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
  const router = useRouter();
  const { access, live } = useRoutePolicy();
  // On the way in there is nowhere else to go yet.
  const outside = held || (access === "entry" && !acting);
  const isVisiting = useSelector(isVisitor);
  const hasChats = useGoingOn() !== undefined;
  useEffect(() => {
    return onSignOut(forgetOnSignOut);
  }, []);
  useToldLanguage();
  const hasVisit = useSelector((state: AppState) => state.session.visit);
  useLive(isVisiting ? "visit" : !held && (live !== "off" || acting) && session?.user.personId);
  const linksOf = (menu: "menu" | "userMenu") =>
    entriesOf(router, menu).map(({ label, ...entry }) => ({ ...entry, label: t(label) }));
  const links = linksOf("userMenu").filter(({ policy }) =>
    // One's details, who has looked at them, and where one is signed in are that person's alone.
    outside ? policy.access === "everybody" : !(acting && policy.access === "own"),
  );
  return (
    <Frame
      dock={
        hasChats && !outside && (session || isVisiting) && !isListOfChats(pathname) ? (
          <Suspense>
            <ChatDock />
          </Suspense>
        ) : null
      }
      footer={<ResidentFooter />}
      languages={residentLanguages}
      layout="care"
      navigation={session && !outside ? linksOf("menu") : []}
      notices={
        <>
          <CriticalAnnouncement />
          {session && !outside ? (
            acting ? (
              parts && <parts.OnBehalfBanner name={session.user.name.text} />
            ) : (
              <>
                <Suspense>
                  <DeletionBanner />
                </Suspense>
                {hasVisit ? (
                  <Suspense>
                    <VisitClaim />
                  </Suspense>
                ) : null}
              </>
            )
          ) : null}
        </>
      }
      userLinks={links}
    >
      {!held || access === "everybody" || (entering && access === "entry") ? (
        acting && !outside && !parts ? (
          <PageLoading />
        ) : parts && !held && (access === "own" || access === "entry") ? (
          <parts.OwnOnlyPage isProfile={pathname === "/user/profile"} />
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
