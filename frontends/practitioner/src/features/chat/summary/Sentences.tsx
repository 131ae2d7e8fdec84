import { useText } from "@kajo/shared/i18n";
import type { ChatMessageJson, ChatSummarySentenceJson } from "@kajo/shared/rpc";
import { StatusTag } from "@kajo/shared/ui";
import { Fragment } from "react";
import styles from "./Summary.module.css";
import { showMessage } from "./show-message";

const space = " ";
const comma = ", ";

interface SentencesProps {
  readonly sentences: readonly ChatSummarySentenceJson[];
  readonly messages: readonly ChatMessageJson[];
}

/** What the model says, each sentence with the messages that it stands on. */
export function Sentences({ sentences, messages }: SentencesProps) {
  const t = useText();
  const shown = new Set(messages.flatMap(({ number = 0, text }) => (text ? [number] : [])));
  return (
    <ul className={styles.sentences}>
      {sentences.map(({ text, messageNumbers = [], unsupported = false }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a summary never move, and two of them may be alike
        <li key={index}>
          <p className={styles.text}>{text}</p>
          <div className={styles.sources}>
            {messageNumbers.length > 0 ? <Sources numbers={messageNumbers} shown={shown} /> : null}
            {unsupported ? (
              <StatusTag tone="warning" wraps>
                {t("chatSummary.unsupported")}
              </StatusTag>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface SourcesProps {
  readonly numbers: readonly number[];
  /** Those that stand in the thread: the model may name others. */
  readonly shown: ReadonlySet<number>;
}

function Sources({ numbers, shown }: SourcesProps) {
  const t = useText();
  return (
    <p>
      <span>{t("chatSummary.messages", { n: numbers.length })}</span>
      {[...new Set(numbers)].map((number, index) => (
        <Fragment key={number}>
          <span>{index === 0 ? space : comma}</span>
          {shown.has(number) ? (
            <button
              aria-label={t("chatSummary.showMessage", { number })}
              className={styles.source}
              onClick={() => showMessage(number)}
              type="button"
            >
              {number}
            </button>
          ) : (
            <span>{number}</span>
          )}
        </Fragment>
      ))}
    </p>
  );
}
