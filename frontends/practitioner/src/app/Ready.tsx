import { PageFailed } from "@kajo/shared/errors";
import { Spinner } from "@kajo/shared/ui";
import { Navigate, Outlet } from "@tanstack/react-router";
import { useListWorkContextsQuery } from "../features/work-context/api";

/** Nobody works without role and location: whoever has not chosen goes and chooses (spec section 4, Login). */
export function Ready() {
  const { data, error, refetch } = useListWorkContextsQuery({});
  if (error && !data) return <PageFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return data.roleId && data.locationId ? <Outlet /> : <Navigate replace to="/work-context" />;
}
