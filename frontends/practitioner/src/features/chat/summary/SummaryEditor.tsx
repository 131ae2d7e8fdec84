import type { EditState } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { useIntent } from "@kajo/shared/rpc";
import { Button, graphemes, TextArea, useToast } from "@kajo/shared/ui";
import { useEffect, useRef, useState } from "react";
import { RestoredDraftNotice } from "../../editing/RestoredDraftNotice";
import { useOverNewer } from "../../editing/use-over-newer";
import { useEditChatSummaryMutation } from "../api";
import styles from "./Summary.module.css";

interface Words {
  readonly text: string;
}

interface SummaryEditorProps {
  readonly chatId: string;
  readonly edit: EditState<Words, string>;
  /** As it is kept now, and its version. */
  readonly current: Words;
  readonly version: string;
  readonly maxChars: number;
  readonly onSaved: () => void;
  readonly onClose: () => void;
  readonly refetch: () => unknown;
}

/** The summary in the professional's own words, in the place of what is read. */
export function SummaryEditor(props: SummaryEditorProps) {
  const { chatId, edit, current, version, maxChars, onSaved, onClose, refetch } = props;
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const area = useRef<HTMLTextAreaElement>(null);
  const [save, { error, reset }] = useEditChatSummaryMutation();
  const help = useOverNewer(edit, { current, version }, error, reset);
  // One that opens by itself, after a reload, takes the focus from nothing.
  const [isPressed] = useState(!edit.isFound);
  useEffect(() => {
    if (isPressed) area.current?.focus();
  }, [isPressed]);
  const { text } = edit.value;
  const tooLong =
    maxChars > 0 && graphemes(text) > maxChars ? t("error.reason.too_long", { max: maxChars }) : undefined;
  const submit = async () => {
    const request = { chatId, text, version: edit.version };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error !== undefined) return;
    intent.settle();
    // What stood there before is not shown beside the word that it was saved.
    await refetch();
    onSaved();
    edit.discard();
    toast("success", t("chatSummary.saved"));
    onClose();
  };
  const cancel = () => {
    edit.discard();
    onClose();
  };
  return (
    <div className={styles.editor}>
      <RestoredDraftNotice edit={edit} />
      <Form
        actions={
          <Button kind="secondary" onPress={cancel}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        failure={error}
        failureHelp={help}
        fields={{ text: t("chatSummary.text") }}
        onSubmit={submit}
        problems={{ text: text.trim() === "" ? t("error.reason.chat_summary_text_empty") : tooLong }}
        submit={t("chatSummary.save")}
      >
        {(field) => (
          <TextArea
            {...field("text")}
            max={maxChars > 0 ? maxChars : undefined}
            onChange={(next) => {
              edit.change({ text: next });
              // What the server said was said of what stood there.
              reset();
            }}
            ref={area}
            rows={8}
            value={text}
          />
        )}
      </Form>
    </div>
  );
}
