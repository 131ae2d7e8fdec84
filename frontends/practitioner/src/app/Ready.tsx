import { PageFailed } from "@kajo/shared/errors";
import { pathIn, useLanguage, useText } from "@kajo/shared/i18n";
import { PageLoading, useToast } from "@kajo/shared/ui";
import { Navigate, Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useWorkContexts } from "../features/work-context/api";

/** Nobody works without role and location: whoever has not chosen, or has lost them, goes and chooses (spec section 4, Login). */
export function Ready() {
  const t = useText();
  const toast = useToast();
  const { data, error, refetch } = useWorkContexts();
  const isReady = data && Boolean(data.roleId && data.locationId);
  const wasReady = useRef(false);
  useEffect(() => {
    if (isReady === false && wasReady.current) toast("info", t("workContext.lost"));
    wasReady.current = isReady === true;
  }, [isReady, toast, t]);
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  return isReady ? <Outlet /> : <ToChoice />;
}

/** Whoever wanted to go somewhere goes there once they have chosen. */
function ToChoice() {
  const language = useLanguage();
  const router = useRouter();
  // Read once: each change of the address that is drawn here would send them on their way again.
  const [wanted] = useState(() => {
    const { pathname, href } = router.latestLocation;
    return pathname === "/" ? {} : { returnTo: pathIn(language, href) };
  });
  return <Navigate replace search={wanted} to="/work-context" />;
}
