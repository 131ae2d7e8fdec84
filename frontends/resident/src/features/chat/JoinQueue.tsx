import { asFailure, useFailureLine, useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type MyChatJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useJoinChatQueueMutation } from "./api";
import styles from "./Chat.module.css";
import { ToOwnChat } from "./ToOwnChat";

export interface JoinQueueProps {
  readonly chatQueueId: string;
  readonly isOpen: boolean;
  /** They are not signed in: what that means is told first. */
  readonly isVisitor: boolean;
  /** Id of the element that names the queue. */
  readonly named: string;
  /** It cannot be joined any more. */
  readonly onClosed: () => void;
}

const shutReasons: readonly (string | undefined)[] = [
  "chat_queue_closed",
  "chat_queue_temporarily_closed",
  "chat_queue_external",
];

/** The way into a line of ours (CHA-04). */
export function JoinQueue({ chatQueueId, isOpen, isVisitor, named, onClosed }: JoinQueueProps) {
  const t = useText();
  const navigate = useNavigate();
  const failureLine = useFailureLine();
  const intent = useIntent();
  const [join, { isLoading, error, reset }] = useJoinChatQueueMutation();
  const { part, ask, close } = useLazyPart(() => import("./VisitorDialog"));
  const wasShut = useRef(!isOpen);
  useEffect(() => {
    // Open again: why one could not join holds no more.
    if (isOpen && wasShut.current) reset();
    wasShut.current = !isOpen;
  }, [isOpen, reset]);
  const go = async () => {
    const request = { chatQueueId };
    const answer = await join({ request, idempotencyKey: intent.keyFor(request) });
    const { chatId } = answer.data ?? {};
    if (chatId) {
      intent.settle();
      void navigate({ to: "/chat/$chatId", params: { chatId } });
    } else if (shutReasons.includes(asFailure(answer.error).reason)) {
      onClosed();
    }
  };
  const goOn = () => {
    close();
    void go();
  };
  return (
    <>
      {error ? (
        <Banner announce="alert" tone="danger">
          {failureLine(error)}
        </Banner>
      ) : null}
      {isOpen ? (
        <>
          {isVisitor ? <p className={styles.quiet}>{t("chat.join.visitor")}</p> : null}
          <div>
            <Button aria-describedby={named} isPending={isLoading} onPress={isVisitor ? ask : () => void go()}>
              {t("chat.join")}
            </Button>
          </div>
        </>
      ) : null}
      {part ? <part.VisitorDialog onBegun={goOn} onClose={close} /> : null}
    </>
  );
}

/** In place of the way into the line, for those who are in it or chat already. */
export function AlreadyIn({ chat, named }: { readonly chat: MyChatJson; readonly named: string }) {
  const t = useText();
  return (
    <>
      <p>{t(chat.state === "CHAT_STATE_WAITING" ? "chat.own.here.waiting" : "chat.own.here.active")}</p>
      <ToOwnChat chat={chat} kind="secondary" named={named} />
    </>
  );
}
