import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useText } from "../i18n";
import { Button, graphemes, Row, TextArea } from "../ui";
import styles from "./Chat.module.css";
import { UnsentMessages } from "./UnsentMessages";
import { useOutbox } from "./use-outbox";
import { useTellTyping } from "./use-typing";

export interface ChatComposerProps {
  readonly chatId: string;
  /** How long a message may be. */
  readonly maxChars: number;
  /** Nothing can be written now. What was typed stays; without it there is nothing to show. */
  readonly disabled: boolean;
}

/** Writing into a chat. What was typed is lost at no moment until it stands there. */
export function ChatComposer(props: ChatComposerProps) {
  return <Opened key={props.chatId} {...props} />;
}

function Opened({ chatId, maxChars, disabled }: ChatComposerProps) {
  const t = useText();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, unsent, failure, change, send, retry, takeBack } = useOutbox(chatId);
  const tellTyping = useTellTyping(chatId);
  const [tries, setTries] = useState(0);
  const isLong = maxChars > 0 && graphemes(text) > maxChars;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    area.current?.focus();
    if (disabled || text.trim() === "") return;
    if (isLong) {
      setTries((count) => count + 1);
      return;
    }
    setTries(0);
    tellTyping("");
    send(text);
  };

  if (disabled && text.trim() === "" && unsent.length === 0) return null;
  return (
    <div className={styles.composer}>
      <UnsentMessages
        canWrite={!disabled}
        failure={failure}
        onRetry={() => {
          // The button that was pressed goes.
          area.current?.focus();
          retry();
        }}
        onTakeBack={(key) => {
          takeBack(key);
          area.current?.focus();
        }}
        unsent={unsent}
      />
      <form className={styles.composer} noValidate onSubmit={submit}>
        <TextArea
          error={tries > 0 && isLong ? t("error.reason.too_long", { max: maxChars }) : undefined}
          errorSaid={tries}
          isDisabled={disabled}
          label={t("chatRoom.message")}
          max={maxChars > 0 ? maxChars : undefined}
          name="chat-message"
          onChange={(typed) => {
            change(typed);
            tellTyping(typed);
          }}
          onKeyDown={submitByEnter}
          ref={area}
          rows={2}
          value={text}
        />
        <Row>
          <Button aria-keyshortcuts="Enter" isDisabled={disabled} type="submit">
            {t("chatRoom.send")}
          </Button>
          <span className={styles.keys}>{t("chatRoom.keys")}</span>
        </Row>
      </form>
    </div>
  );
}

/** On the keyboard of a phone Enter is the only way to a new line. */
const isTouched = () => window.matchMedia("(hover: none), (pointer: coarse)").matches;

/** Enter that ends the choice of a letter or a word sends nothing. */
function submitByEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || isTouched()) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
