import { PageFailed } from "@kajo/shared/errors";
import { pathIn, useLanguage } from "@kajo/shared/i18n";
import { PageLoading } from "@kajo/shared/ui";
import { Navigate, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useWorkContexts } from "../features/work-context/api";
import { type Lost, lostSince } from "../features/work-context/lost";
import { missingIn, NoDesk } from "../features/work-context/NoAccess";
import { isKeeper, standingOf } from "../features/work-context/standing";

/** Nobody works without role and location: whoever has not chosen, or has lost them, goes and chooses (IDN-05). */
export function Ready() {
  const language = useLanguage();
  const { data, error, refetch } = useWorkContexts();
  const standing = data && standingOf(data);
  const isReady = standing?.works;
  /** Where they worked last. */
  const [worked, note] = useState<typeof data>();
  if (isReady && worked !== data) note(data);
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data || !standing) return <PageLoading />;
  if (isReady) return <Outlet />;
  const missing = missingIn(data);
  const lost = worked && lostSince(language, worked, data);
  return missing && isKeeper(standing) ? <PanelInstead lost={lost} missing={missing} /> : <ToChoice lost={lost} />;
}

/** Whoever keeps the panel and cannot work at the desk begins in the panel, and learns at the desk what is missing. */
function PanelInstead(props: Parameters<typeof NoDesk>[0]) {
  const isHome = useRouterState({ select: ({ location }) => location.pathname === "/" });
  return isHome ? <Navigate replace to="/admin" /> : <NoDesk {...props} />;
}

/** Whoever wanted to go somewhere goes there once they have chosen. */
function ToChoice({ lost }: { readonly lost: Lost | undefined }) {
  const language = useLanguage();
  const router = useRouter();
  // Read once: each change of the address that is drawn here would send them on their way again.
  const [wanted] = useState(() => {
    const { pathname, href } = router.latestLocation;
    return pathname === "/" ? {} : { returnTo: pathIn(language, href) };
  });
  return <Navigate replace search={wanted} state={{ lost }} to="/work-context" />;
}
