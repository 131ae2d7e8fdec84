/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a part of the page that scrolls can be reached by keyboard */
import { Fragment, useMemo, useRef } from "react";
import { clockText, dayText, timeText, useLanguage, useText } from "../i18n";
import type { ChatMessageJson } from "../rpc/gen/kajo/chat_queue/v1/chat_pb";
import { Bubble } from "../thread/Bubble";
import { daysOf } from "../thread/days";
import { NewBelow } from "../thread/scroll-position/NewBelow";
import threadStyles from "../thread/Thread.module.css";
import styles from "./Chat.module.css";
import { groupsOf, type MessageGroup } from "./groups";
import { MessageFiles } from "./MessageFiles";
import { MessageReach } from "./MessageReach";
import { type Reach, reachOf } from "./marks";
import { TypingLine } from "./TypingLine";
import { useKeptEnd } from "./use-kept-end";
import { useMarks } from "./use-marks";

export interface ChatThreadProps {
  readonly chatId: string;
  /** It goes on: one sees whether the other one writes, and how far they have read. */
  readonly isOn: boolean;
  readonly messages: readonly ChatMessageJson[];
  /** Who looks: own messages stand on the other side. */
  readonly side: "CHAT_SIDE_CUSTOMER" | "CHAT_SIDE_PRACTITIONER";
  /** What the other one is called. */
  readonly otherName: string;
  readonly label: string;
}

/** What was written in a chat, day by day. New messages are announced as they come. */
export function ChatThread(props: ChatThreadProps) {
  return <Opened key={props.chatId} {...props} />;
}

function Opened({ chatId, isOn, messages, side, otherName, label }: ChatThreadProps) {
  const t = useText();
  const language = useLanguage();
  const log = useRef<HTMLDivElement>(null);
  const behind = useRef<HTMLDivElement>(null);
  const end = useKeptEnd(log, messages, side);
  const lastOfOther = messages.findLast((message) => message.side !== side)?.number ?? 0;
  const lastOwn = messages.findLast((message) => message.side === side)?.number ?? 0;
  const mark = useMarks({ chatId, isOn, side, last: lastOfOther, end: behind });
  const days = useMemo(() => daysOf(groupsOf(messages)), [messages]);
  return (
    <div>
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
                    <Group
                      group={group}
                      otherName={otherName}
                      reach={isOn && isIn(group, lastOwn) ? reachOf(lastOwn, mark) : undefined}
                      side={side}
                    />
                  </li>
                ))}
              </ol>
            </div>
          ))}
          <div aria-hidden="true" className={styles.end} ref={behind} />
        </div>
        {end.below > 0 ? (
          <div className={styles.below}>
            <NewBelow count={end.below} onJump={end.jump} />
          </div>
        ) : null}
      </div>
      {isOn ? (
        <TypingLine
          chatId={chatId}
          last={lastOfOther}
          name={otherName || t(side === "CHAT_SIDE_CUSTOMER" ? "thread.practitioner" : "thread.resident")}
          side={side}
        />
      ) : null}
    </div>
  );
}

const isIn = ({ messages }: MessageGroup, number: number) => messages.at(-1)?.number === number;

interface GroupProps extends Pick<ChatThreadProps, "side" | "otherName"> {
  readonly group: MessageGroup;
  /** How far the newest own message has come, where it stands in this group. */
  readonly reach: Reach | undefined;
}

function Group({ group, side, otherName, reach }: GroupProps) {
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
      {group.messages.map(({ number, text, attachments }) => (
        <Fragment key={number}>
          {text ? (
            <p className={threadStyles.text} data-message={number}>
              {text}
            </p>
          ) : null}
          <MessageFiles attachments={attachments} />
        </Fragment>
      ))}
      {reach ? <MessageReach reach={reach} /> : null}
    </Bubble>
  );
}
