import { ChatComposer, ChatThread, EndChatButton, SilenceNotice } from "@kajo/shared/chat";
import { LoadFailed, PartBoundary } from "@kajo/shared/errors";
import { Localized, useText } from "@kajo/shared/i18n";
import type { ChatJson, ChatMessageJson, ChatSideJson } from "@kajo/shared/rpc";
import { useSessionHeld } from "@kajo/shared/session";
import { Banner, Disclosure, Row, useNarrow } from "@kajo/shared/ui";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Phrases } from "../phrases/Phrases";
import type { AskedCustomer } from "./api";
import { CustomerAssessment } from "./assessment/CustomerAssessment";
import styles from "./ChatPane.module.css";
import { CustomerFacts } from "./CustomerFacts";
import { customerName } from "./customer-name";
import { OpenPatient } from "./OpenPatient";
import { ReturnButton } from "./ReturnButton";
import { useOpenCall } from "./use-open-call";

const CallPart = lazy(async () => ({ default: (await import("./CallPart")).CallPart }));
const InviteButton = lazy(async () => ({ default: (await import("./InviteButton")).InviteButton }));
const SummaryPart = lazy(async () => ({ default: (await import("./summary/SummaryPart")).SummaryPart }));

/** Narrower than this, what is known of the customer would stand in the way of the chat. */
const foldedBelowRem = 40;

interface OwnChatProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
  readonly customer: AskedCustomer;
  /** It was accepted a moment ago: one writes first. */
  readonly isAccepted: boolean;
  readonly onReturned: () => void;
}

/** A chat of one's own: the customer, what was written, and the answer; once it is over, who ended it. */
export function OwnChat({ chat, messages, customer: query, isAccepted, onReturned }: OwnChatProps) {
  const t = useText();
  const pane = useRef<HTMLElement>(null);
  const { chatId = "" } = chat;
  const customer = query.currentData?.customer;
  const name = customerName(t, customer ?? { visitor: chat.visitor });
  const isOn = chat.state === "CHAT_STATE_ACTIVE";
  useSessionHeld(isOn);
  const call = useOpenCall(chat.call);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const field = isAccepted ? pane.current?.querySelector("textarea") : undefined;
    (field ?? heading.current)?.focus({ preventScroll: true });
  }, [isAccepted]);
  useEffect(() => {
    // What had the focus may have gone with the end of the chat.
    if (!isOn && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isOn]);
  return (
    <article className={styles.pane} ref={pane}>
      <header>
        <h2 className={styles.heading} ref={heading} tabIndex={-1} translate={customer?.name ? "no" : undefined}>
          {name}
        </h2>
        <p className={styles.over}>
          <Localized text={chat.chatQueueName} />
        </p>
      </header>
      <Row>
        {isOn ? (
          <>
            <ReturnButton chatId={chatId} onReturned={onReturned} />
            <EndChatButton chatId={chatId} />
            {call.isGoingOn ? null : (
              <Suspense>
                <InviteButton chatId={chatId} onInvited={call.noteInvited} />
              </Suspense>
            )}
          </>
        ) : null}
        <OpenPatient patientId={customer?.personId} />
      </Row>
      <Facts query={query} isOver={!isOn} />
      <CustomerAssessment chatId={chatId} customer={customer} />
      <div className={styles.talk} data-call={call.isOpen || undefined}>
        {chat.call ? (
          <PartBoundary of={chat.call.callId}>
            <Suspense>
              <CallPart
                call={chat.call}
                isOpen={call.isOpen}
                name={name}
                onClose={call.close}
                onOpen={call.open}
                phone={customer?.patientPhone}
              />
            </Suspense>
          </PartBoundary>
        ) : null}
        <div className={styles.written}>
          <ChatThread
            chatId={chatId}
            isOn={isOn}
            label={t("chatWork.thread", { name })}
            messages={messages}
            otherName={customer?.visitor ? name : (customer?.name ?? "")}
            side="CHAT_SIDE_PRACTITIONER"
          />
          {isOn ? null : (
            <Banner announce="polite" tone="info">
              {t(endedText(chat.endedBy))}
            </Banner>
          )}
          <SilenceNotice
            asked={(time) => t("chatWork.silent", { time })}
            chat={chat}
            key={chatId}
            messages={messages}
            quiet
          />
          {/* Also when it is over: what was being written can still be read there. */}
          <ChatComposer
            beside={Phrases}
            chatId={chatId}
            disabled={!isOn}
            files={!chat.visitor}
            maxChars={chat.messageMaxChars ?? 0}
          />
        </div>
      </div>
      <PartBoundary of={chatId}>
        <Suspense>
          <SummaryPart after={heading} chatId={chatId} messages={messages} />
        </Suspense>
      </PartBoundary>
    </article>
  );
}

function endedText(by: ChatSideJson | undefined) {
  if (by === "CHAT_SIDE_CUSTOMER") return "chatWork.ended.customer";
  return by === "CHAT_SIDE_PRACTITIONER" ? "chatWork.ended.practitioner" : "chatWork.ended";
}

interface FactsProps {
  readonly query: OwnChatProps["customer"];
  /** Then it may be that nothing is told of the customer any more. */
  readonly isOver: boolean;
}

function Facts({ query, isOver }: FactsProps) {
  const t = useText();
  const [box, isNarrow] = useNarrow(foldedBelowRem);
  const [chosen, setChosen] = useState<boolean>();
  const customer = query.currentData?.customer;
  if (!customer) {
    return query.error && !isOver ? <LoadFailed error={query.error} onRetry={() => void query.refetch()} /> : null;
  }
  if (customer.visitor) return <CustomerFacts customer={customer} />;
  return (
    <div ref={box}>
      <Disclosure isOpen={chosen ?? !isNarrow} onOpenChange={setChosen} title={t("chatWork.facts")}>
        <CustomerFacts customer={customer} />
      </Disclosure>
    </div>
  );
}
