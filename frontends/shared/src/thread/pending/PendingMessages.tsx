import { lazy, Suspense, useEffect } from "react";
import { rest } from "../../app/rest";
import { useFailureText } from "../../errors";
import { useText } from "../../i18n";
import styles from "../Thread.module.css";
import type { VisibilityLine } from "../visibility";
import { show } from "./shown";
import type { PendingMessage } from "./slice";
import { prepare, sendOff } from "./undoable-message";
import { usePending, usePendingDispatch } from "./use-pending";

const fetchPending = () => import("./Pending");

const Pending = lazy(() =>
  fetchPending().then(
    (module) => ({ default: module.Pending }),
    () => ({ default: Words }),
  ),
);

export interface PendingMessagesProps {
  readonly conversationId: string;
  /** Whether there is a reply box that takes a message back. */
  readonly canWrite: boolean;
  readonly visibility: VisibilityLine | undefined;
}

/** Below the thread: what was written and is not at the server yet. */
export function PendingMessages({ conversationId, canWrite, visibility }: PendingMessagesProps) {
  const t = useText();
  const dispatch = usePendingDispatch();
  useEffect(() => {
    return show(conversationId, () => dispatch(sendOff(conversationId)));
  }, [conversationId, dispatch]);
  // There before the connection is gone: what could not be fetched once is not had until a reload.
  useEffect(() => {
    if (canWrite) void rest().then(() => Promise.all([fetchPending(), prepare()]).catch(() => {}));
  }, [canWrite]);
  const messages = usePending(conversationId).filter(({ state }) => state !== "returned");
  return (
    <section aria-label={t("pending.label")} className={styles.entries} hidden={messages.length === 0}>
      {messages.map((message) => (
        <Suspense fallback={<Words message={message} />} key={message.key}>
          <Pending canWrite={canWrite} message={message} visibility={visibility} />
        </Suspense>
      ))}
    </section>
  );
}

/** Its words, as long as there is no more to be had. */
function Words({ message: { text, state, failure } }: { readonly message: PendingMessage }) {
  const failureText = useFailureText();
  return (
    <>
      <p className={styles.text}>{text}</p>
      {state === "failed" ? <p role="alert">{failureText(failure)}</p> : null}
    </>
  );
}
