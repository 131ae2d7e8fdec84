import { type ComponentType, type FormEvent, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import type { FileDropProps } from "../attachments/FileDrop";
import type { AttachmentLimits } from "../attachments/limits";
import { useUploads } from "../attachments/use-uploads";
import { useText } from "../i18n";
import { useGetMessageLimitsQuery } from "../thread/message-api";
import type { Writing } from "../thread/writing";
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
  /** Files may go along: not where who joined is not signed in. */
  readonly files: boolean;
  /** In the row of buttons, for example the phrase library. */
  readonly beside?: ComponentType<Writing>;
}

/** It comes once the field is there. */
const FileDrop = lazy(async (): Promise<{ default: ComponentType<FileDropProps> }> => {
  const fetched = await import("../attachments/FileDrop").catch(() => undefined);
  return { default: fetched?.FileDrop ?? Names };
});

/** Writing into a chat. What was typed is lost at no moment until it stands there. */
export function ChatComposer(props: ChatComposerProps) {
  return <Opened key={props.chatId} {...props} />;
}

function Opened({ chatId, maxChars, disabled, files, beside: Beside }: ChatComposerProps) {
  const t = useText();
  const formId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const outbox = useOutbox(chatId);
  const { text, unsent } = outbox;
  const { data: limits = noLimits } = useGetMessageLimitsQuery({}, { skip: !files || disabled });
  const uploads = useUploads(limits, outbox.files, outbox.keepFiles);
  const tellTyping = useTellTyping(chatId);
  const [tries, setTries] = useState(0);

  // Told at the only field there is: a summary would take the focus away from it.
  const problem =
    maxChars > 0 && graphemes(text) > maxChars
      ? t("error.reason.too_long", { max: maxChars })
      : uploads.busy
        ? t("reply.uploadsRunning")
        : uploads.left > 0
          ? t("attachments.left", { n: uploads.left })
          : undefined;

  const change = (typed: string) => {
    outbox.change(typed);
    tellTyping(typed);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    area.current?.focus();
    if (disabled) return;
    if (problem !== undefined) {
      setTries((count) => count + 1);
      return;
    }
    setTries(0);
    const isBlank = text.trim() === "";
    if (isBlank && uploads.sendable.length === 0) return;
    tellTyping("");
    outbox.send(isBlank ? "" : text, uploads.sendable);
    uploads.clear();
  };

  if (disabled && text.trim() === "" && uploads.items.length === 0 && unsent.length === 0) return null;
  return (
    <div className={styles.composer}>
      <UnsentMessages
        canWrite={!disabled}
        failure={outbox.failure}
        isSending={outbox.isSending}
        onRetry={() => {
          // The button that was pressed goes.
          area.current?.focus();
          outbox.retry();
        }}
        onTakeBack={(key) => {
          uploads.restore(outbox.takeBack(key));
          area.current?.focus();
        }}
        unsent={unsent}
      />
      <form id={formId} noValidate onSubmit={submit}>
        <TextArea
          error={tries > 0 ? problem : undefined}
          errorSaid={tries}
          isDisabled={disabled}
          label={t("chatRoom.message")}
          max={maxChars > 0 ? maxChars : undefined}
          name="chat-message"
          onChange={change}
          onKeyDown={submitByEnter}
          ref={area}
          rows={2}
          value={text}
        />
      </form>
      {/* Behind the form: what stands beside has forms of its own. */}
      <Row>
        <Button aria-keyshortcuts="Enter" form={formId} isDisabled={disabled} type="submit">
          {t("chatRoom.send")}
        </Button>
        <span className={styles.keys}>{t("chatRoom.keys")}</span>
        {Beside && !disabled ? <Beside area={area} change={change} text={text} /> : null}
        {files && !disabled ? (
          <Suspense fallback={<Names uploads={uploads} />}>
            <FileDrop inRow limits={limits} uploads={uploads} />
          </Suspense>
        ) : (
          <Names uploads={uploads} />
        )}
      </Row>
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

/** What was chosen to go along, where that cannot be changed. */
function Names({ uploads: { items } }: Pick<FileDropProps, "uploads">) {
  return items.length > 0 ? <span>{items.map(({ name }) => name).join(", ")}</span> : null;
}

const noLimits: AttachmentLimits = {};
