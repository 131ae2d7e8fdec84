import { ChatComposer, ChatThread, EndChatButton, SilenceNotice } from "@kajo/shared/chat";
import { PartBoundary } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import type { ChatJson, ChatMessageJson, ChatStateJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import { lazy, Suspense } from "react";
import { AfterTalk } from "./AfterTalk";
import { isInvitation } from "./use-calls-of";
import { useTitle } from "./use-title";

/** Few meet by video. */
const CallPart = lazy(async () => ({ default: (await import("./CallPart")).CallPart }));

export interface TalkPartProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
  /** How it stood before, where that changed while one looked. */
  readonly before: ChatStateJson | undefined;
  readonly title: string;
}

const isOwn = ({ side }: ChatMessageJson) => side === "CHAT_SIDE_CUSTOMER";

/** The chat itself while it goes on, and to be read when it is over. */
export function TalkPart({ chat, messages, before, title }: TalkPartProps) {
  const t = useText();
  const { chatId = "", state, practitionerName = "", messageMaxChars = 0, visitor = false, call } = chat;
  const isOver = state === "CHAT_STATE_ENDED";
  const isNew = !isOver && before === "CHAT_STATE_WAITING" && !messages.some(isOwn);
  useTitle(title, isInvitation(call) ? t("chat.call.invited") : isNew ? t("chat.turn") : undefined);
  return (
    <>
      {isNew ? <Banner tone="success">{t("chat.accepted")}</Banner> : null}
      {call ? (
        <PartBoundary of={call.callId}>
          <Suspense>
            <CallPart call={call} name={practitionerName} />
          </Suspense>
        </PartBoundary>
      ) : null}
      <ChatThread
        chatId={chatId}
        isOn={!isOver}
        label={t("chat.thread")}
        messages={messages}
        otherName={practitionerName}
        side="CHAT_SIDE_CUSTOMER"
      />
      {isOver ? <AfterTalk chat={chat} /> : null}
      <SilenceNotice asked={(time) => t("chat.silent", { time })} chat={chat} messages={messages} />
      {/* It may have ended while something was being written. */}
      <ChatComposer chatId={chatId} disabled={isOver} files={!visitor} maxChars={messageMaxChars} />
      {isOver ? null : (
        <div>
          <EndChatButton chatId={chatId} />
        </div>
      )}
    </>
  );
}
