/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a part of the page that scrolls can be reached by keyboard */
import { useMemo, useRef } from "react";
import { clockText, dayText, timeText, useLanguage, useText } from "../i18n";
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { Bubble } from "../thread/Bubble";
import { daysOf } from "../thread/days";
import { NewBelow } from "../thread/scroll-position/NewBelow";
import threadStyles from "../thread/Thread.module.css";
import styles from "./Chat.module.css";
import { groupsOf, type MessageGroup } from "./groups";
import { useKeptEnd } from "./use-kept-end";

export interface ChatThreadProps {
  readonly messages: readonly ChatMessageJson[];
  /** Who looks: own messages stand on the other side. */
  readonly side: "CHAT_SIDE_CUSTOMER" | "CHAT_SIDE_PRACTITIONER";
  /** What the other one is called. */
  readonly otherName: string;
  readonly label: string;
}

/** What was written in a chat, day by day. New messages are announced as they come. */
export function ChatThread({ messages, side, otherName, label }: ChatThreadProps) {
  const t = useText();
  const language = useLanguage();
  const log = useRef<HTMLDivElement>(null);
  const end = useKeptEnd(log, messages, side);
  const days = useMemo(() => daysOf(groupsOf(messages)), [messages]);
  return (
    <div className={styles.room}>
      {/* It scrolls by itself, also by keyboard: the field below stays in sight. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part of the page that scrolls can be reached by keyboard */}
      <div aria-label={label} className={styles.log} ref={log} role="log" tabIndex={0}>
        {messages.length === 0 ? <p className={styles.empty}>{t("chatRoom.empty")}</p> : null}
        {days.map((day) => (
          <div className={threadStyles.day} key={day.key}>
            <p className={threadStyles.date}>{dayText(language, day.at)}</p>
            <ol className={threadStyles.entries}>
              {day.entries.map((group) => (
                <li key={group.number}>
                  <Group group={group} otherName={otherName} side={side} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      {end.below > 0 ? (
        <div className={styles.below}>
          <NewBelow count={end.below} onJump={end.jump} />
        </div>
      ) : null}
    </div>
  );
}

interface GroupProps extends Pick<ChatThreadProps, "side" | "otherName"> {
  readonly group: MessageGroup;
}

function Group({ group, side, otherName }: GroupProps) {
  const t = useText();
  const language = useLanguage();
  const own = group.side === side;
  const isCustomer = group.side === "CHAT_SIDE_CUSTOMER";
  // A colleague may have been in the chat before: professionals stand there by their names, also to themselves.
  const name = group.practitionerName || (own ? "" : otherName);
  const author = name || t(own ? "thread.you" : isCustomer ? "thread.resident" : "thread.practitioner");
  return (
    <Bubble
      author={author}
      head={
        <>
          <strong translate={name ? "no" : undefined}>{author}</strong>{" "}
          <time className={threadStyles.time} dateTime={group.at}>
            {clockText(language, timeText(language, new Date(group.at)))}
          </time>
        </>
      }
      name={name}
      own={own}
      quiet={isCustomer}
    >
      {group.messages.map(({ number, text }) => (
        <p className={threadStyles.text} key={number}>
          {text}
        </p>
      ))}
    </Bubble>
  );
}
