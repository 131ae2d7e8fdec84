import { dateTimeText, Localized, LocalizedLine, useLanguage, useText } from "@kajo/shared/i18n";
import type { ConversationStateJson, ConversationSummaryJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Link } from "@tanstack/react-router";
import styles from "./InboxPage.module.css";

export interface ConversationRowProps {
  readonly conversation: ConversationSummaryJson;
}

export function ConversationRow({ conversation }: ConversationRowProps) {
  const language = useLanguage();
  const { topic = "", categoryName, subcategoryName, unread = 0 } = conversation;
  return (
    <li>
      <Link
        className={styles.row}
        data-unread={unread > 0 || undefined}
        params={{ conversationId: conversation.conversationId ?? "" }}
        to="/inbox/conversation/$conversationId/messages"
      >
        {/* What is about a form has no topic: it is called as its queue is. */}
        <span className={styles.topic}>{topic || <Localized text={subcategoryName} />}</span>
        <span className={styles.tags}>
          <ConversationTags conversation={conversation} />
        </span>
        <span className={styles.where}>
          <LocalizedLine texts={topic ? [categoryName, subcategoryName] : [categoryName]} />
        </span>
        <time className={styles.time} dateTime={conversation.lastActivityAt}>
          {conversation.lastActivityAt ? dateTimeText(language, new Date(conversation.lastActivityAt)) : ""}
        </time>
      </Link>
    </li>
  );
}

/** What is new in it, and where it stands. */
export function ConversationTags({ conversation: { unread = 0, done, state } }: ConversationRowProps) {
  const t = useText();
  return (
    <>
      {unread > 0 ? <StatusTag tone="info">{t("inbox.unread", { n: unread })}</StatusTag> : null}
      <StateTag done={done === true} state={state} />
    </>
  );
}

interface StateTagProps {
  readonly state: ConversationStateJson | undefined;
  /** The reader's own mark: for them it is done as long as nobody writes, whoever handles it. */
  readonly done: boolean;
}

function StateTag({ state, done }: StateTagProps) {
  const t = useText();
  if (done && state !== "CONVERSATION_STATE_ENDED") return <StatusTag>{t("state.done")}</StatusTag>;
  switch (state) {
    case "CONVERSATION_STATE_QUEUED":
      return <StatusTag tone="warning">{t("state.queued")}</StatusTag>;
    case "CONVERSATION_STATE_HANDLING":
      return <StatusTag tone="success">{t("state.handling")}</StatusTag>;
    case "CONVERSATION_STATE_ENDED":
      return <StatusTag>{t("state.ended")}</StatusTag>;
    default:
      return null;
  }
}
