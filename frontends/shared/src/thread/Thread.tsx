import { useMemo } from "react";
import { dateTimeText, dayText, useLanguage, useText } from "../i18n";
import type { ConversationJson, ThreadEntryJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { daysOf } from "./days";
import { MessageBubble } from "./MessageBubble";
import { PendingMessages } from "./pending/PendingMessages";
import { SystemEventLine } from "./SystemEventLine";
import styles from "./Thread.module.css";

export interface ThreadProps {
  readonly conversation: ConversationJson;
  /** Who looks: own messages stand on the other side. */
  readonly personId: string;
}

/** The whole thread: messages and system events in their order, day by day. New ones are announced as they come. */
export function Thread({ conversation, personId }: ThreadProps) {
  const t = useText();
  const language = useLanguage();
  const days = useMemo(() => daysOf(conversation.thread ?? []), [conversation.thread]);
  const names = useMemo(
    () => new Map((conversation.participants ?? []).map((each) => [each.personId ?? "", each.displayName ?? ""])),
    [conversation.participants],
  );
  return (
    <div className={styles.thread}>
      <section aria-label={t("thread.label")} aria-live="polite" className={styles.thread}>
        {days.map((day) => (
          <div className={styles.day} key={day.key}>
            <h2 className={styles.date}>{dayText(language, day.at)}</h2>
            <ol className={styles.entries}>
              {day.entries.map((entry) => (
                <li data-entry={entry.number} key={entry.number}>
                  <Entry entry={entry} names={names} personId={personId} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </section>
      <PendingMessages
        canWrite={conversation.permissions?.write === true}
        conversationId={conversation.conversationId ?? ""}
      />
    </div>
  );
}

interface EntryProps {
  readonly entry: ThreadEntryJson;
  readonly names: ReadonlyMap<string, string>;
  readonly personId: string;
}

function Entry({ entry, names, personId }: EntryProps) {
  const language = useLanguage();
  const at = new Date(entry.at ?? 0);
  const time = (
    <time className={styles.time} dateTime={entry.at}>
      {dateTimeText(language, at)}
    </time>
  );
  if (entry.message) return <MessageBubble message={entry.message} names={names} personId={personId} time={time} />;
  if (entry.systemEvent) return <SystemEventLine event={entry.systemEvent} time={time} />;
  return null;
}
