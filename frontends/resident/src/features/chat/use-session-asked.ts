import { useGetSessionQuery } from "@kajo/shared/session";
import { useEffect, useState } from "react";

/** Asks anew who is signed in as soon as that is doubted, once as long as the component lives. Answers whether the answer is awaited. */
export function useSessionAsked(isDoubted: boolean): boolean {
  const { refetch } = useGetSessionQuery();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (isDoubted) void refetch().finally(() => setAsked(true));
  }, [isDoubted, refetch]);
  return isDoubted && !isAsked;
}
