import { type ComponentType, Fragment, lazy, Suspense, useMemo, useRef } from "react";
import { PartBoundary } from "../errors";
import { dateTimeText, dayText, useLanguage, useText } from "../i18n";
import type { ConversationJson, ThreadEntryJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { daysOf } from "./days";
import { MessageBubble } from "./MessageBubble";
import { PendingMessages } from "./pending/PendingMessages";
import { SystemEventLine } from "./SystemEventLine";
import type { NewBelowProps } from "./scroll-position/NewBelow";
import { useScrollPosition } from "./scroll-position/use-scroll-position";
import styles from "./Thread.module.css";
import type { VisibilityLine } from "./visibility";

const NewBelow = lazy(async (): Promise<{ default: ComponentType<NewBelowProps> }> => {
  // Without the code the thread is there all the same.
  const fetched = await import("./scroll-position/NewBelow").catch(() => undefined);
  return { default: fetched?.NewBelow ?? (() => null) };
});

export interface ThreadProps {
  readonly conversation: ConversationJson;
  /** Who looks: own messages stand on the other side. */
  readonly personId: string;
  /** Says in each message who may read it; residents are told nothing of that. */
  readonly visibility?: VisibilityLine;
}

/** The whole thread: messages and system events in their order, day by day. New ones are announced as they come. */
export function Thread(props: ThreadProps) {
  // Each has a place of its own, also where one follows another on the same page.
  return (
    <PartBoundary key={props.conversation.conversationId}>
      <Opened {...props} />
    </PartBoundary>
  );
}

function Opened({ conversation, personId, visibility }: ThreadProps) {
  const t = useText();
  const language = useLanguage();
  const section = useRef<HTMLElement>(null);
  const position = useScrollPosition(section, conversation, personId);
  const days = useMemo(() => daysOf(conversation.thread ?? []), [conversation.thread]);
  const names = useMemo(
    () => new Map((conversation.participants ?? []).map((each) => [each.personId ?? "", each.displayName ?? ""])),
    [conversation.participants],
  );
  return (
    <div className={styles.thread}>
      <section
        aria-label={t("thread.label")}
        aria-live="polite"
        aria-relevant="additions"
        className={styles.thread}
        ref={section}
      >
        {days.map((day) => (
          <div className={styles.day} key={day.key}>
            <h2 className={styles.date}>{dayText(language, day.at)}</h2>
            <ol className={styles.entries}>
              {day.entries.map((entry) => (
                <Fragment key={entry.number}>
                  {Number(entry.number) === position.newFrom ? (
                    <li className={styles.new} data-new="">
                      {t("thread.new")}
                    </li>
                  ) : null}
                  <li data-entry={entry.number} tabIndex={-1}>
                    <Entry
                      conversationId={conversation.conversationId ?? ""}
                      entry={entry}
                      names={names}
                      personId={personId}
                      visibility={visibility}
                    />
                  </li>
                </Fragment>
              ))}
            </ol>
          </div>
        ))}
      </section>
      <PendingMessages
        canWrite={conversation.permissions?.write === true}
        conversationId={conversation.conversationId ?? ""}
        visibility={visibility}
      />
      {position.below > 0 ? (
        <Suspense>
          <NewBelow count={position.below} onJump={position.jump} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface EntryProps {
  readonly conversationId: string;
  readonly entry: ThreadEntryJson;
  readonly names: ReadonlyMap<string, string>;
  readonly personId: string;
  readonly visibility: VisibilityLine | undefined;
}

function Entry({ conversationId, entry, names, personId, visibility }: EntryProps) {
  const language = useLanguage();
  const at = new Date(entry.at ?? 0);
  const time = (
    <time className={styles.time} dateTime={entry.at}>
      {dateTimeText(language, at)}
    </time>
  );
  if (entry.message) {
    const { message } = entry;
    return (
      <MessageBubble
        conversationId={conversationId}
        message={message}
        names={names}
        number={Number(entry.number)}
        personId={personId}
        time={time}
        visibility={visibility}
      />
    );
  }
  if (entry.systemEvent) return <SystemEventLine event={entry.systemEvent} time={time} />;
  return null;
}
