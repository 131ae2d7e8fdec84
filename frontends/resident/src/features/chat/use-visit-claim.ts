import type { AppState } from "@kajo/shared/app";
import { useIntent } from "@kajo/shared/rpc";
import { useGetSessionQuery } from "@kajo/shared/session";
import { useEffect, useEffectEvent } from "react";
import { useSelector, useStore } from "react-redux";
import { hasAskedClaim, isClaimEarly, useClaimVisitedChatsMutation, visitClaim } from "./api";

/**
 * What somebody began in a visit becomes theirs when they have signed in and are in: asked for once in the life of a page, before their own
 * is listed. `isDue`: there is a visit to take over. `isSettled`: it is done, or there is none, or it failed.
 */
export function useVisitClaim() {
  const { data: session } = useGetSessionQuery();
  const isDue = useSelector(
    ({ session: { visit, denied, entering } }: AppState) =>
      visit && !denied && !entering && session !== undefined && session.impersonator === undefined,
  );
  const { getState } = useStore();
  const [claim, { isUninitialized, isLoading, error }] = useClaimVisitedChatsMutation(visitClaim);
  const intent = useIntent();
  // Before they were in it was refused, and is asked for anew.
  const isAwaited = isUninitialized || isLoading || isClaimEarly(error);
  const ask = () => void claim({ request: {}, idempotencyKey: intent.keyFor({}) });
  const askFirst = useEffectEvent(() => {
    // Whoever asks first asks for all, also for those who are drawn in the same moment.
    if (!hasAskedClaim(getState())) ask();
  });
  useEffect(() => {
    if (isDue) askFirst();
  }, [isDue]);
  return { isDue, isSettled: !isDue || !isAwaited, error: isDue && !isAwaited ? error : undefined, retry: ask };
}
