import { NotSent, useChat } from "@kajo/shared/chat";
import { asFailure, LoadFailed } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ChatJson } from "@kajo/shared/rpc";
import { Banner, Spinner, Stack } from "@kajo/shared/ui";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { type AskedCustomer, useGetChatCustomerQuery, type WaitingChats } from "./api";
import styles from "./ChatPane.module.css";
import { OwnChat } from "./OwnChat";
import { TellKnown } from "./TellKnown";
import { WaitingCustomer } from "./WaitingCustomer";

export interface ChatPaneProps {
  readonly chatId: string;
  /** Accepted here a moment ago. */
  readonly isAccepted: boolean;
  readonly onAccepted: () => void;
  /** It is not to be seen here any more. */
  readonly onLeave: () => void;
  readonly waiting: WaitingChats;
}

/** One customer beside the lists: somebody who waits, or a chat of one's own, going on or over. */
export function ChatPane(props: ChatPaneProps) {
  const customer = useGetChatCustomerQuery({ chatId: props.chatId });
  return (
    <>
      <TellKnown customer={customer.currentData?.customer} />
      <Opened {...props} customer={customer} />
    </>
  );
}

interface OpenedProps extends ChatPaneProps {
  readonly customer: AskedCustomer;
}

function Opened({ chatId, customer, isAccepted, onAccepted, onLeave, waiting }: OpenedProps) {
  const { data: lists, error: listsError, refetch } = waiting;
  const own = lists?.own?.find((each) => each.chatId === chatId);
  const listed = lists?.waiting?.find((each) => each.chatId === chatId);
  const isOwn = isAccepted || own !== undefined;
  const isListed = listed !== undefined;
  // Of somebody who waits there is no chat yet to be fetched.
  const isAsked = isOwn || (!isListed && lists !== undefined);
  const { chat, messages, query } = useChat(chatId, !isAsked);
  useKnownSince(customer, own ?? listed ?? chat);
  useToldWhenOwn(isOwn, customer);
  const isNoChat = isNotFound(query.error);
  const wasOwn = useWasOwn(isNoChat ? undefined : chat, isListed);
  useGone(own !== undefined, () => {
    // What told of it may have been missed here.
    if (isAsked) void query.refetch();
  });
  if (!lists && !isOwn) {
    return (
      <Awaited>{listsError ? <LoadFailed error={listsError} onRetry={() => void refetch()} /> : <Spinner />}</Awaited>
    );
  }
  const mine = isNoChat || (isListed && !isOwn) ? undefined : chat;
  if (mine && mine.state !== "CHAT_STATE_WAITING") {
    return <OwnChat chat={mine} customer={customer} isAccepted={isAccepted} messages={messages} onReturned={onLeave} />;
  }
  // The list holds the first ones alone.
  const isBehindList =
    customer.currentData?.customer?.state === "CHAT_STATE_WAITING" &&
    (lists?.waitingTotal ?? 0) > (lists?.waiting?.length ?? 0);
  const mayWait = isListed || mine !== undefined || (isNoChat && isBehindList && !wasOwn);
  if (mayWait && !isNotFound(customer.error)) {
    return <WaitingCustomer chatId={chatId} customer={customer} onAccepted={onAccepted} onGone={onLeave} />;
  }
  if (isNoChat || isNotFound(customer.error)) return <Gone chatId={chatId} isTakenOver={isNoChat && wasOwn} />;
  return (
    <Awaited>
      {query.error ? <LoadFailed error={query.error} onRetry={() => void query.refetch()} /> : <Spinner />}
    </Awaited>
  );
}

/** A visitor who has signed in is known from then on: nothing else fetches anew what was shown of them. */
function useKnownSince({ currentData, refetch }: AskedCustomer, now: { readonly visitor?: boolean } | undefined) {
  const isKnownNow = currentData?.customer?.visitor === true && now !== undefined && !now.visitor;
  useEffect(() => {
    if (isKnownNow) void refetch();
  }, [isKnownNow, refetch]);
}

/** What was told to a colleague alone is asked for anew, once, when it has become one's own. */
function useToldWhenOwn(isOwn: boolean, { error, refetch }: AskedCustomer): void {
  const onOwn = useEffectEvent(() => {
    if (error !== undefined) void refetch();
  });
  useEffect(() => {
    if (isOwn) onOwn();
  }, [isOwn]);
}

/** Calls it when the chat is not among the own ones any more. */
function useGone(isOwn: boolean, call: () => void): void {
  const wasOwn = useRef(false);
  const onGone = useEffectEvent(call);
  useEffect(() => {
    if (wasOwn.current && !isOwn) onGone();
    wasOwn.current = isOwn;
  }, [isOwn]);
}

/** Whether it went on as one's own here, and was not put back into the line since then. */
function useWasOwn(chat: ChatJson | undefined, isListed: boolean): boolean {
  const [wasOwn, setWasOwn] = useState(false);
  const isWaiting = isListed || chat?.state === "CHAT_STATE_WAITING";
  const isOwn = !isWaiting && (wasOwn || chat?.state === "CHAT_STATE_ACTIVE");
  if (isOwn !== wasOwn) setWasOwn(isOwn);
  return isOwn;
}

const isNotFound = (error: unknown) => error !== undefined && asFailure(error).reason === "not_found";

function Awaited({ children }: { readonly children: ReactNode }) {
  return <div className={styles.awaited}>{children}</div>;
}

interface GoneProps {
  readonly chatId: string;
  readonly isTakenOver: boolean;
}

/**
 * They have left, or a colleague has accepted them or goes on with the chat: what was here before is not to be read any more, but for one's own
 * words that were not sent.
 */
function Gone({ chatId, isTakenOver }: GoneProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus has gone.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div className={styles.awaited} ref={place} tabIndex={-1}>
      <Stack>
        <Banner announce="polite" tone="info">
          {t(isTakenOver ? "chatWork.takenOver" : "chatWork.gone")}
        </Banner>
        <NotSent chatId={chatId} />
      </Stack>
    </div>
  );
}
