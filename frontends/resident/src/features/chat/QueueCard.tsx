import { ChatQueueStatus, OpeningDays, RegularHours, useWhenText } from "@kajo/shared/chat-queue";
import { Localized, localized, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChatQueueStandingJson, LocalizedStringJson, OfferedChatQueueJson } from "@kajo/shared/rpc";
import { Banner, Card, Disclosure } from "@kajo/shared/ui";
import { useId, useRef } from "react";
import styles from "./Chat.module.css";
import { ExternalChat } from "./ExternalChat";
import { QueueIcon } from "./QueueIcon";

export interface QueueCardProps {
  readonly queue: OfferedChatQueueJson;
  /** It is not open any more, against what is shown here. */
  readonly onClosed: () => void;
}

/** What is told of a queue before one joins it. */
export function QueueCard({ queue, onClosed }: QueueCardProps) {
  const { chatQueueId = "", name, description, icon, serviceName, standing, closedText, external } = queue;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = standing?.state;
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
      {state === "CHAT_QUEUE_STATE_TEMPORARILY_CLOSED" && standing ? <Notice standing={standing} /> : null}
      {state === "CHAT_QUEUE_STATE_CLOSED" ? <Words text={closedText} /> : null}
      <Words text={description} />
      {external ? (
        <ExternalChat
          chatQueueId={chatQueueId}
          isOpen={state === "CHAT_QUEUE_STATE_OPEN"}
          named={id}
          onClosed={() => {
            // The button that was pressed goes.
            heading.current?.focus({ preventScroll: true });
            onClosed();
          }}
        />
      ) : null}
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

/** Why it is closed for now, and until when, where that is not when it opens. */
function Notice({ standing: { closure, opensAt } }: { readonly standing: ChatQueueStandingJson }) {
  const t = useText();
  const whenText = useWhenText();
  if (!closure) return null;
  const { text, until } = closure;
  return (
    <Banner tone="warning">
      <span className={styles.words}>
        <Localized text={text} />
      </span>
      {until && until !== opensAt ? <p>{t("chat.closedUntil", { when: whenText(new Date(until)) })}</p> : null}
    </Banner>
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
