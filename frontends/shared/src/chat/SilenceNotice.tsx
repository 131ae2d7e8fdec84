import { clockText, timeText, useLanguage, useText } from "../i18n";
import type { ChatJson, ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { serverAheadMs } from "../rpc/server-time";
import { Banner, VisuallyHidden } from "../ui";
import styles from "./Chat.module.css";
import { silenceOf } from "./silence";
import { useMinute } from "./use-minute";

export interface SilenceNoticeProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
  /** What is said while it is the customer who is to write. `time`: when the chat ends by itself. */
  readonly asked: (time: string) => string;
  /** A line in small type, for the one who is not asked. */
  readonly quiet?: boolean;
}

/** Above the field of a chat in which nobody writes: when it ends by itself. Told aloud once, and gone with the next message. */
export function SilenceNotice({ chat, messages, asked, quiet = false }: SilenceNoticeProps) {
  const t = useText();
  const language = useLanguage();
  const silence = silenceOf(chat, messages, useMinute() + serverAheadMs());
  const wordsOf = ({ isAsked, endsAt }: NonNullable<typeof silence>) => {
    const time = clockText(language, timeText(language, endsAt));
    return isAsked ? asked(time) : t("chatRoom.endsAt", { time });
  };
  const words = silence ? wordsOf(silence) : "";
  const notice = quiet ? <p className={styles.silence}>{words}</p> : <Banner tone="info">{words}</Banner>;
  return (
    <>
      <VisuallyHidden role="status">{words}</VisuallyHidden>
      {words ? notice : null}
    </>
  );
}
