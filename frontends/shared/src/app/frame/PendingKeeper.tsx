import { useEffect } from "react";
import { useSelector, useStore } from "react-redux";
import { hasPending } from "../../drafts";
import { useGetSessionQuery } from "../../session";
import type { AppState, AppStore } from "../store";

/** Whoever is signed in: sends on what a reload interrupted, and asks before the page closes on a message. */
export function PendingKeeper() {
  const { data: session } = useGetSessionQuery();
  const store = useStore() as AppStore;
  const waiting = useSelector((state: AppState) => state.pending.length > 0);
  const person = session?.user.personId;
  useEffect(() => {
    if (!person || !hasPending()) return;
    void import("../../thread/pending/send").then(({ resume }) => store.dispatch(resume()));
  }, [person, store]);
  useEffect(() => {
    if (!waiting) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [waiting]);
  return null;
}
