import { MessageFiles } from "@kajo/shared/chat";
import { clockText, dateTimeText, dayText, dotted, timeText, useLanguage, useText } from "@kajo/shared/i18n";
import type { ChatJson, ChatMessageJson } from "@kajo/shared/rpc";
import { daysOf } from "@kajo/shared/thread";
import { Card, Stack } from "@kajo/shared/ui";
import styles from "./Transcript.module.css";
import { datedOf, professionalsOf } from "./transcript";
import { overText } from "./use-over-text";

export interface TranscriptProps {
  readonly chat: ChatJson;
  readonly messages: readonly ChatMessageJson[];
  /** What who joined is called. */
  readonly customer: string;
  readonly queue: string;
}

/** Who took part in a chat and when, and each message with who wrote it and at what time. */
export function Transcript({ chat, messages, customer, queue }: TranscriptProps) {
  const t = useText();
  const language = useLanguage();
  const { joinedAt, acceptedAt } = chat;
  const whenText = (at: Date) => dateTimeText(language, at);
  const facts = [
    [t("chat.transcript.queue"), queue],
    [t("chat.transcript.parties"), [customer, ...professionalsOf(chat, messages)].join(", ")],
    [t("chat.transcript.joined"), joinedAt && whenText(new Date(joinedAt))],
    [t("chat.transcript.accepted"), acceptedAt && whenText(new Date(acceptedAt))],
    [t("chat.transcript.over"), endText()],
  ] as const;

  function endText() {
    const words = overText(t, chat, whenText);
    // How somebody left the line does not say when.
    const { state, overAt } = chat;
    return state === "CHAT_STATE_LEFT" && overAt ? dotted(whenText(new Date(overAt)), words) : words;
  }

  return (
    <Stack gap="l">
      <Card>
        <dl className={styles.facts}>
          {facts.map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </Card>
      {messages.length === 0 ? <p>{t("chat.transcript.none")}</p> : null}
      <div className={styles.days}>
        {daysOf(datedOf(messages)).map((day) => (
          <section className={styles.messages} key={day.key}>
            <h2 className={styles.day}>{dayText(language, day.at)}</h2>
            <ol className={styles.messages}>
              {day.entries.map(({ at, message }) => (
                <li key={message.number}>
                  <Said at={at} customer={customer} message={message} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Stack>
  );
}

interface SaidProps {
  readonly at: string;
  readonly message: ChatMessageJson;
  readonly customer: string;
}

function Said({ at, message: { side, practitionerName, text, attachments }, customer }: SaidProps) {
  const t = useText();
  const language = useLanguage();
  const author = side === "CHAT_SIDE_CUSTOMER" ? customer : practitionerName || t("thread.practitioner");
  return (
    <>
      <p className={styles.head}>
        <strong>{author}</strong>
        <time className={styles.time} dateTime={at}>
          {clockText(language, timeText(language, new Date(at)))}
        </time>
      </p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {attachments && attachments.length > 0 ? (
        <>
          <div className={styles.files}>
            <MessageFiles attachments={attachments} />
          </div>
          {/* On paper nothing can be fetched: what the files are called stands there. */}
          <ul aria-label={t("attachment.list")} className={styles.fileNames}>
            {attachments.map(({ attachmentId, fileName }) => (
              <li key={attachmentId}>{fileName || t("chatRoom.filesUnknown", { n: 1 })}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
