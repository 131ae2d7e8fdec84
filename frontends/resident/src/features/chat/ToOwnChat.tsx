import { useText } from "@kajo/shared/i18n";
import type { MyChatJson } from "@kajo/shared/rpc";
import { LinkButton } from "@kajo/shared/ui";

export interface ToOwnChatProps {
  readonly chat: MyChatJson;
  readonly kind?: "primary" | "secondary";
  /** Id of the element that names the queue. */
  readonly named: string;
}

/** Leads back to a place in a line, or to a chat that goes on. */
export function ToOwnChat({ chat: { chatId = "", state }, kind = "primary", named }: ToOwnChatProps) {
  const t = useText();
  return (
    <div>
      <LinkButton aria-describedby={named} kind={kind} params={{ chatId }} to="/chat/$chatId">
        {t(state === "CHAT_STATE_WAITING" ? "chat.own.toPlace" : "chat.own.toChat")}
      </LinkButton>
    </div>
  );
}
