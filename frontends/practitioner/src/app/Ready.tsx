import { PageFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { PageLoading, useToast } from "@kajo/shared/ui";
import { Navigate, Outlet } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
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
    wasReady.current = isReady ?? wasReady.current;
  }, [isReady, toast, t]);
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  return isReady ? <Outlet /> : <Navigate replace to="/work-context" />;
}
