import { Check, CheckCheck } from "lucide-react";
import type { ReactNode } from "react";
import { AttachmentList } from "../attachments/AttachmentList";
import { useText } from "../i18n";
import type { MessageJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { useGetSessionQuery } from "../session";
import { Bubble } from "./Bubble";
import { MessageText } from "./links/MessageText";
import styles from "./Thread.module.css";
import { isInside, type VisibilityLine } from "./visibility";

export interface MessageBubbleProps {
  readonly conversationId: string;
  /** Its place in the thread. */
  readonly number: number;
  readonly message: MessageJson;
  readonly names: ReadonlyMap<string, string>;
  readonly personId: string;
  readonly time: ReactNode;
  readonly visibility: VisibilityLine | undefined;
}

export function MessageBubble(props: MessageBubbleProps) {
  const { conversationId, number, message, names, personId, time, visibility: Visibility } = props;
  const t = useText();
  const own = message.authorId === personId;
  const { data: session } = useGetSessionQuery();
  // Who acts for another person is not the one who wrote that person's own messages.
  const isYou = own && !message.representativeName && !session?.impersonator;
  const principal = isYou ? t("thread.you") : message.authorName || t(roleText(message));
  const author = message.representativeName
    ? t("thread.onBehalf", { name: message.representativeName, principal })
    : principal;
  const seen = (message.seenBy ?? [])
    .filter((id) => id !== personId)
    .map((id) => names.get(id) || t("thread.somebody"));
  return (
    <Bubble
      author={author}
      head={
        <>
          <strong translate={author === message.authorName ? "no" : undefined}>{author}</strong> {time}
        </>
      }
      inside={isInside(message.visibility)}
      name={message.representativeName || message.authorName || ""}
      own={own}
      quiet={message.authorKind === "PARTICIPANT_KIND_RESIDENT"}
    >
      {Visibility ? <Visibility visibility={message.visibility} /> : null}
      <MessageText
        conversationId={conversationId}
        harmful={message.harmfulLinks ?? []}
        number={number}
        text={message.text ?? ""}
      />
      {message.attachments && message.attachments.length > 0 ? (
        <AttachmentList attachments={message.attachments} />
      ) : null}
      {own ? (
        <p className={styles.seen} data-testid="seen">
          {seen.length > 0 ? <CheckCheck aria-hidden="true" size={16} /> : <Check aria-hidden="true" size={16} />}
          <span>{seen.length > 0 ? t("thread.seenBy", { names: seen.join(", ") }) : t("thread.sent")}</span>
        </p>
      ) : null}
    </Bubble>
  );
}

function roleText(message: MessageJson) {
  return message.authorKind === "PARTICIPANT_KIND_RESIDENT" ? "thread.resident" : "thread.practitioner";
}
