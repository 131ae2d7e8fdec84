import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { fetchPart } from "../../errors/unfetched";
import { isLost, useGetSessionQuery } from "../api";
import { useSignOut } from "../use-sign-in";
import { noteIdleEnd } from "./last-end";
import { tabClock } from "./lasting";
import { useIdle } from "./use-idle";

/** The dialog is fetched this long after signing in: not in the way of the page, and long before it is needed. */
const fetchedAfterMs = 5_000;

/** Warns before the session ends for want of use, and ends it when nobody answers. */
export function IdleWarning() {
  const { data: session } = useGetSessionQuery();
  const isOver = useSelector(isLost);
  if (isOver) return <Follow />;
  return session ? <Watch /> : null;
}

/** The live stream may tell of the end before the tab in which somebody has signed out does: this one goes where that one went. */
function Follow() {
  const { signOutUnasked } = useSignOut();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per end of a session.
  useEffect(() => {
    const look = () => void (tabClock().endsAt() ?? signOutUnasked());
    look();
    return tabClock().subscribe(look);
  }, []);
  return null;
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
