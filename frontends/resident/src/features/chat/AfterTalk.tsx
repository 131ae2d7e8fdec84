import { useText } from "@kajo/shared/i18n";
import type { ChatJson } from "@kajo/shared/rpc";
import { LinkButton } from "@kajo/shared/ui";
import { AfterChat } from "./AfterChat";
import { RateChat } from "./RateChat";
import { useOverText } from "./use-over-text";

/** Under a chat that is over: who ended it, how it was, and its text to keep. */
export function AfterTalk({ chat }: { readonly chat: ChatJson }) {
  const t = useText();
  const overText = useOverText();
  const { chatId = "", rating, visitor = false } = chat;
  return (
    <>
      <AfterChat isVisitor={visitor}>{overText(chat)}</AfterChat>
      <div>
        <LinkButton kind="secondary" params={{ chatEventId: chatId }} to="/events/transcript/$chatEventId">
          {t("chat.transcript.open")}
        </LinkButton>
      </div>
      <RateChat chatId={chatId} key={chatId} rating={rating} />
    </>
  );
}
