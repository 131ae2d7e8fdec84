import { lazy, Suspense, useEffect } from "react";
import { useGetSessionQuery } from "../api";
import { useSignOut } from "../use-sign-in";
import { noteIdleEnd } from "./last-end";
import { useIdle } from "./use-idle";

const load = () => import("./IdleDialog");
const IdleDialog = lazy(async () => ({ default: (await load()).IdleDialog }));

/** The dialog is fetched this long after signing in: not in the way of the page, and long before it is needed. */
const fetchedAfterMs = 5_000;

/** Warns before the session ends for want of use, and ends it when nobody answers. */
export function IdleWarning() {
  const { data: session } = useGetSessionQuery();
  return session ? <Watch /> : null;
}

function Watch() {
  const { signOut, signOutUnasked, busy } = useSignOut();
  const { secondsLeft, goOn } = useIdle((why) => {
    if (why === "idle") noteIdleEnd();
    void signOutUnasked();
  });
  useEffect(() => {
    const timer = setTimeout(() => void load(), fetchedAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (secondsLeft === undefined) return null;
  return (
    <Suspense>
      <IdleDialog busy={busy} onGoOn={goOn} onSignOut={() => void signOut()} secondsLeft={secondsLeft} />
    </Suspense>
  );
}
