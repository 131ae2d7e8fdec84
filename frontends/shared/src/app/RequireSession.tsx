import { Navigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { PageFailed } from "../errors";
import { asFailure } from "../errors/message";
import { useText } from "../i18n";
import { isSignedOut } from "../rpc/failure";
import { isVisitor, useGetSessionQuery } from "../session";
import { PageHeading, PageLoading } from "../ui";
import type { AppState } from "./store";

interface RequireSessionProps {
  readonly children: ReactNode;
  /** A visit is enough. */
  readonly orVisit?: boolean;
}

/**
 * Shows its children to somebody who is signed in; others go to the sign-in page and come back. When the session ends later, nothing of them
 * stays to be read: the frame offers to sign in again, and what was typed is there then (drafts/draft.ts).
 */
export function RequireSession({ children, orVisit = false }: RequireSessionProps) {
  const { data, error, isSuccess, refetch } = useGetSessionQuery();
  const isOver = useSelector((state: AppState) => state.session.lost);
  const isVisiting = useSelector(isVisitor);
  if (isOver) return <SessionOver />;
  if (data || (orVisit && isVisiting)) return children;
  if (error === undefined && !isSuccess) return <PageLoading />;
  if (error !== undefined && !isSignedOut(asFailure(error)))
    return <PageFailed error={error} onRetry={() => void refetch()} />;
  return <ToSignIn />;
}

/** The address changes before the page to sign in is there: the way back is where the person was, whatever is drawn until then. */
function ToSignIn() {
  const [returnTo] = useState(() => window.location.pathname + window.location.search);
  return <Navigate replace search={{ returnTo }} to="/authentication" />;
}

/** In place of a page; why, and what to do, is told above it. */
function SessionOver() {
  const t = useText();
  return <PageHeading>{t("session.over")}</PageHeading>;
}
