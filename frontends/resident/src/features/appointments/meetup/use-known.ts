import { asFailure } from "@kajo/shared/errors";
import { isSignedOut } from "@kajo/shared/rpc";
import { isVisitor, useGetSessionQuery } from "@kajo/shared/session";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { useBeginVisitMutation } from "../../visit/api";

/** How often a visit is begun without anybody asking for it: one that is over by the next call would be begun for ever. */
const beginsAtMost = 3;

/** Whoever comes is known by being signed in, or else by a visit, which begins here. `error`: why they are not. */
export function useKnown() {
  const { data: session, error: unasked, isSuccess, refetch } = useGetSessionQuery();
  const isVisiting = useSelector(isVisitor);
  const [begin, { error, isLoading }] = useBeginVisitMutation();
  const isKnown = session !== undefined || isVisiting;
  const wasSignedOut = unasked !== undefined && isSignedOut(asFailure(unasked));
  const isNobody = !isKnown && (isSuccess || wasSignedOut);
  const [begins, setBegins] = useState(0);
  const isBeginning = useRef(false);
  const start = async () => {
    if (isBeginning.current) return;
    isBeginning.current = true;
    setBegins(begins + 1);
    await begin();
    isBeginning.current = false;
  };
  const startFirst = useEffectEvent(() => {
    if (begins < beginsAtMost) void start();
  });
  useEffect(() => {
    if (isNobody) startFirst();
  }, [isNobody]);
  const retry = () => void (isNobody ? start() : refetch());
  // None holds: nobody can say why.
  const isLost = isNobody && begins >= beginsAtMost && !isLoading;
  return { isKnown, error: (wasSignedOut ? undefined : unasked) ?? error ?? (isLost ? {} : undefined), retry };
}
