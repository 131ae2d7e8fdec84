import { ChatQueueStatus } from "@kajo/shared/chat-queue";
import { useText } from "@kajo/shared/i18n";
import type { AssessmentJson, ChatQueueStandingJson } from "@kajo/shared/rpc";
import { Banner, Button, Card, LinkButton, Phones, Row } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";
import { ClosureNotice } from "../chat/ClosureNotice";
import { JoinFailure } from "../chat/JoinFailure";
import { useJoin } from "../chat/use-join";
import styles from "./Triage.module.css";
import { useTimeText, useValid } from "./use-valid";

export interface JoinWithProps {
  readonly chatQueueId: string;
  readonly completed: AssessmentJson;
  readonly standing: ChatQueueStandingJson | undefined;
  /** They should call first. */
  readonly isSerious: boolean;
  readonly onClosed: () => void;
}

/** The way into the queue with what was assessed, as long as that holds and the queue is open. */
export function JoinWith({ chatQueueId, completed, standing, isSerious, onClosed }: JoinWithProps) {
  const t = useText();
  const time = useTimeText();
  const isValid = useValid(completed);
  const heading = useRef<HTMLHeadingElement>(null);
  const { join, isLoading, error } = useJoin(chatQueueId, () => {
    // The button that was pressed goes.
    heading.current?.focus({ preventScroll: true });
    onClosed();
  });
  const isOpen = standing?.state === "CHAT_QUEUE_STATE_OPEN";
  return (
    <Card>
      <h2 className={styles.name} ref={heading} tabIndex={-1}>
        {t("triage.join.title")}
      </h2>
      {error && isValid ? <JoinFailure chatQueueId={chatQueueId} error={error} /> : null}
      {isValid ? (
        <>
          <ChatQueueStatus standing={standing} />
          {standing ? <ClosureNotice standing={standing} /> : null}
          <p>{t("triage.join.about", { until: time(completed.validUntil) })}</p>
          {isOpen ? <JoinButtons isPending={isLoading} isSerious={isSerious} onJoin={join} /> : <Elsewhere />}
        </>
      ) : (
        <Banner
          action={
            <LinkButton kind="secondary" params={{ chatQueueId }} to="/triage/$chatQueueId">
              {t("triage.startAnew")}
            </LinkButton>
          }
          announce="polite"
          tone="warning"
        >
          {t("triage.over")}
        </Banner>
      )}
    </Card>
  );
}

interface JoinButtonsProps {
  readonly isSerious: boolean;
  readonly isPending: boolean;
  readonly onJoin: () => void;
}

/** Nobody is shut out: who should call first joins by a second press. */
function JoinButtons({ isSerious, isPending, onJoin }: JoinButtonsProps) {
  const t = useText();
  const [isAsked, setAsked] = useState(false);
  const first = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: what to do instead is read before the next one.
    if (isAsked) first.current?.focus();
  }, [isAsked]);
  if (!isSerious || !isAsked) {
    return (
      <div>
        <Button
          isPending={isPending}
          kind={isSerious ? "secondary" : "primary"}
          onPress={isSerious ? () => setAsked(true) : onJoin}
        >
          {t("triage.join")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <p ref={first} tabIndex={-1}>
        <Phones>{t("triage.join.first")}</Phones>
      </p>
      <div>
        <Button isPending={isPending} kind="secondary" onPress={onJoin}>
          {t("triage.join.anyway")}
        </Button>
      </div>
    </>
  );
}

/** The queue takes nobody now. */
function Elsewhere() {
  const t = useText();
  return (
    <>
      <p>{t("triage.join.shut")}</p>
      <Row>
        <LinkButton kind="secondary" to="/chat">
          {t("chat.list")}
        </LinkButton>
        <LinkButton kind="secondary" to="/inbox/new">
          {t("planned.write")}
        </LinkButton>
      </Row>
    </>
  );
}
