import { useEffect, useRef } from "react";
import { useSelector, useStore } from "react-redux";
import { hasPending } from "../../drafts";
import { useText } from "../../i18n";
import { useGetSessionQuery } from "../../session";
import { isLeaving } from "../../session/leave";
import { isShown } from "../../thread/pending/shown";
import { useToast } from "../../ui";
import type { AppState, AppStore } from "../store";

/**
 * Whoever is signed in: sends on what a reload interrupted, tells of messages whose thread was left meanwhile, and asks before
 * the page closes on one.
 */
export function PendingKeeper() {
  const { data: session } = useGetSessionQuery();
  const store = useStore() as AppStore;
  const pending = useSelector((state: AppState) => state.pending);
  const waiting = pending.length > 0;
  const person = session?.user.personId;
  useEffect(() => {
    if (!person || !hasPending()) return;
    void import("../../thread/pending/send").then(({ resume }) => store.dispatch(resume()));
  }, [person, store]);
  useTold(pending);
  useEffect(() => {
    if (!waiting) return;
    const ask = (event: BeforeUnloadEvent) => {
      // The session is over: the message waits for the next one, and nobody may be there to answer.
      if (!isLeaving()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [waiting]);
  return null;
}

/** Says how it ended with a message that nobody sees arrive. */
function useTold(pending: AppState["pending"]): void {
  const t = useText();
  const toast = useToast();
  const before = useRef(pending);
  useEffect(() => {
    const sending = before.current.filter(
      ({ state, conversationId }) => state === "sending" && !isShown(conversationId),
    );
    before.current = pending;
    for (const { key } of sending) {
      const now = pending.find((each) => each.key === key)?.state;
      if (now === undefined) toast("success", t("pending.arrived"));
      else if (now === "failed") toast("danger", t("pending.stays"));
    }
  }, [pending, t, toast]);
}
