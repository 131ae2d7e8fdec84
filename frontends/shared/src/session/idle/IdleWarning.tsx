import { useEffect, useState } from "react";
import { fetchPart } from "../../errors/unfetched";
import { useGetSessionQuery } from "../api";
import { useSignOut } from "../use-sign-in";
import { noteIdleEnd } from "./last-end";
import { useIdle } from "./use-idle";

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
  const isWarned = secondsLeft !== undefined;
  const [part, setPart] = useState<typeof import("./IdleDialog")>();
  useEffect(() => {
    // Where it cannot be had it is tried again when it is needed, or when the connection is back.
    const load = () => void fetchPart(() => import("./IdleDialog")).then(setPart, () => {});
    const timer = setTimeout(load, isWarned ? 0 : fetchedAfterMs);
    window.addEventListener("online", load);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", load);
    };
  }, [isWarned]);
  if (!part || secondsLeft === undefined) return null;
  return <part.IdleDialog busy={busy} onGoOn={goOn} onSignOut={() => void signOut()} secondsLeft={secondsLeft} />;
}
