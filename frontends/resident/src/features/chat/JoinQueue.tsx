import { useLazyPart } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { MyChatJson } from "@kajo/shared/rpc";
import { Button, LinkButton } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import styles from "./Chat.module.css";
import { JoinFailure } from "./JoinFailure";
import { ToOwnChat } from "./ToOwnChat";
import { useJoin } from "./use-join";

export interface JoinQueueProps {
  readonly chatQueueId: string;
  readonly isOpen: boolean;
  /** They are not signed in: what that means is told first. */
  readonly isVisitor: boolean;
  /** They assess their symptoms first. */
  readonly isAssessed: boolean;
  /** Id of the element that names the queue. */
  readonly named: string;
  /** It cannot be joined any more. */
  readonly onClosed: () => void;
}

/** The way into a line of ours (CHA-04), over the assessment of symptoms where there is one (CHA-09). */
export function JoinQueue({ chatQueueId, isOpen, isVisitor, isAssessed, named, onClosed }: JoinQueueProps) {
  const t = useText();
  const navigate = useNavigate();
  const { join, isLoading, error, reset } = useJoin(chatQueueId, onClosed);
  const { part, ask, close } = useLazyPart(() => import("./VisitorDialog"));
  const wasShut = useRef(!isOpen);
  useEffect(() => {
    // Open again: why one could not join holds no more.
    if (isOpen && wasShut.current) reset();
    wasShut.current = !isOpen;
  }, [isOpen, reset]);
  const goOn = () => {
    close();
    if (isAssessed) void navigate({ to: "/triage/$chatQueueId", params: { chatQueueId } });
    else join();
  };
  return (
    <>
      {error ? <JoinFailure chatQueueId={chatQueueId} error={error} /> : null}
      {isOpen ? (
        <>
          {isAssessed ? <p className={styles.quiet}>{t("chat.assess.about")}</p> : null}
          {isVisitor ? <p className={styles.quiet}>{t("chat.join.visitor")}</p> : null}
          <div>
            {isAssessed && !isVisitor ? (
              <LinkButton aria-describedby={named} params={{ chatQueueId }} to="/triage/$chatQueueId">
                {t("chat.assess")}
              </LinkButton>
            ) : (
              <Button aria-describedby={named} isPending={isLoading} onPress={isVisitor ? ask : join}>
                {isAssessed ? t("chat.assess") : t("chat.join")}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {part ? (
        <part.VisitorDialog goOn={isAssessed ? t("chat.assess.goOn") : t("chat.join")} onBegun={goOn} onClose={close} />
      ) : null}
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
