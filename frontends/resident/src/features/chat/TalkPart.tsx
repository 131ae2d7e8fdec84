import { ChatComposer, ChatThread, EndChatButton } from "@kajo/shared/chat";
import { useText } from "@kajo/shared/i18n";
import type { ChatJson, ChatMessageJson, ChatStateJson } from "@kajo/shared/rpc";
import { Banner } from "@kajo/shared/ui";
import { AfterTalk } from "./AfterTalk";
import { useTitle } from "./use-title";

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
  const { chatId = "", state, practitionerName = "", messageMaxChars = 0, visitor = false } = chat;
  const isOver = state === "CHAT_STATE_ENDED";
  const isNew = !isOver && before === "CHAT_STATE_WAITING" && !messages.some(isOwn);
  useTitle(title, isNew ? t("chat.turn") : undefined);
  return (
    <>
      {isNew ? <Banner tone="success">{t("chat.accepted")}</Banner> : null}
      <ChatThread
        chatId={chatId}
        isOn={!isOver}
        label={t("chat.thread")}
        messages={messages}
        otherName={practitionerName}
        side="CHAT_SIDE_CUSTOMER"
      />
      {isOver ? <AfterTalk chat={chat} /> : null}
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
