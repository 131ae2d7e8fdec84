import { ChatQueueStatus, OpeningDays, RegularHours } from "@kajo/shared/chat-queue";
import { Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { LocalizedStringJson, MyChatJson, OfferedChatQueueJson } from "@kajo/shared/rpc";
import { Card, Disclosure } from "@kajo/shared/ui";
import { useId, useRef } from "react";
import styles from "./Chat.module.css";
import { ClosureNotice } from "./ClosureNotice";
import { ExternalChat } from "./ExternalChat";
import { AlreadyIn, JoinQueue } from "./JoinQueue";
import { QueueIcon } from "./QueueIcon";

/** Whether who looks may join: signed in, without being so, or not; nor as long as it is not known what they have joined already. */
export type MayJoin = "signedIn" | "visitor" | "no";

export interface QueueCardProps {
  readonly queue: OfferedChatQueueJson;
  readonly mayJoin: MayJoin;
  /** The place or the chat that they have here. */
  readonly own: MyChatJson | undefined;
  /** It is not open any more, against what is shown here. */
  readonly onClosed: () => void;
}

/** What is told of a queue before one joins it. */
export function QueueCard({ queue, mayJoin, own, onClosed }: QueueCardProps) {
  const { chatQueueId = "", name, description, icon, serviceName, standing, closedText, external } = queue;
  const { assessmentRequired = false } = queue;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = standing?.state;
  const isOpen = state === "CHAT_QUEUE_STATE_OPEN";
  const tellClosed = () => {
    // The button that was pressed goes.
    heading.current?.focus({ preventScroll: true });
    onClosed();
  };
  return (
    <Card>
      <div className={styles.head}>
        {icon ? <QueueIcon name={icon} /> : null}
        <div className={styles.names}>
          <h2 className={styles.name} id={id} ref={heading} tabIndex={-1}>
            <Localized text={name} />
          </h2>
          <Words quiet text={serviceName} />
        </div>
      </div>
      <ChatQueueStatus standing={standing} />
      {standing ? <ClosureNotice standing={standing} /> : null}
      {state === "CHAT_QUEUE_STATE_CLOSED" ? <Words text={closedText} /> : null}
      <Words text={description} />
      {external ? (
        <ExternalChat chatQueueId={chatQueueId} isOpen={isOpen} named={id} onClosed={tellClosed} />
      ) : own ? (
        <AlreadyIn chat={own} named={id} />
      ) : mayJoin === "no" ? null : (
        <JoinQueue
          chatQueueId={chatQueueId}
          isAssessed={assessmentRequired}
          isOpen={isOpen}
          isVisitor={mayJoin === "visitor"}
          named={id}
          onClosed={tellClosed}
        />
      )}
      <Hours queue={queue} />
    </Card>
  );
}

function Words({ text, quiet = false }: { readonly text: LocalizedStringJson | undefined; readonly quiet?: boolean }) {
  const language = useLanguage();
  if (localized(language, text) === "") return null;
  return (
    <p className={quiet ? styles.quiet : styles.words}>
      <Localized text={text} />
    </p>
  );
}

function Hours({ queue: { regular = [], specialDays = [] } }: { readonly queue: OfferedChatQueueJson }) {
  const t = useText();
  return (
    <Disclosure title={t("chat.hours")}>
      <RegularHours regular={regular} />
      {specialDays.length > 0 ? (
        <>
          <h4 className={styles.special}>{t("chat.specialDays")}</h4>
          <OpeningDays days={specialDays} />
        </>
      ) : null}
    </Disclosure>
  );
}
