import { useText } from "../i18n";
import type { ChatSideJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import styles from "./Chat.module.css";
import { useHearTyping } from "./use-typing";

export interface TypingLineProps {
  readonly chatId: string;
  /** Who looks. */
  readonly side: ChatSideJson;
  /** The last message of the other one. */
  readonly last: number;
  /** The other one. */
  readonly name: string;
}

/** Under a chat: whether the other one writes. It can be read there, and is not announced, since it comes and goes all the time. */
export function TypingLine({ chatId, side, last, name }: TypingLineProps) {
  const t = useText();
  const isTyping = useHearTyping(chatId, side, last);
  return (
    <p className={styles.typing}>
      {isTyping ? (
        <>
          <span aria-hidden="true" className={styles.dots}>
            <span />
            <span />
            <span />
          </span>
          <span>{t("chatRoom.typing", { name })}</span>
        </>
      ) : null}
    </p>
  );
}
