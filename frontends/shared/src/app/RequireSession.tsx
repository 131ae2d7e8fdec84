import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageFailed } from "../errors";
import { asFailure } from "../errors/message";
import { isSignedOut } from "../rpc/failure";
import { useGetSessionQuery } from "../session";
import { PageLoading } from "../ui";

/**
 * Shows its children to somebody who is signed in; others go to the sign-in page and come back. A session that ends
 * later leaves the children in place: what was typed must not be lost, and the frame offers to sign in again.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { data, error, isSuccess, refetch } = useGetSessionQuery();
  if (data) return children;
  if (error === undefined && !isSuccess) return <PageLoading />;
  if (error !== undefined && !isSignedOut(asFailure(error)))
    return <PageFailed error={error} onRetry={() => void refetch()} />;
  const returnTo = window.location.pathname + window.location.search;
  return <Navigate replace search={{ returnTo }} to="/authentication" />;
}
