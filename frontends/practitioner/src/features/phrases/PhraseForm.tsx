import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type PhraseJson, useIntent } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { Button, graphemes, TextArea, TextField, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { useSavePhraseMutation } from "./api";

interface PhraseFormProps {
  /** Without an id: a new one. */
  readonly phrase: PhraseJson;
  readonly onDone: () => void;
}

/** A phrase and what it is called; as long as a message may be. */
export function PhraseForm({ phrase, onDone }: PhraseFormProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const { data: limits } = useGetMessageLimitsQuery({});
  const [save, { error }] = useSavePhraseMutation();
  const [title, setTitle] = useState(phrase.title ?? "");
  const [text, setText] = useState(phrase.text ?? "");
  const max = limits?.maxMessageCharacters;
  const tooLong = max && graphemes(text) > max ? t("error.reason.too_long", { max }) : undefined;
  const submit = async () => {
    const request = { phraseId: phrase.phraseId ?? "", title, text };
    const answer = await save({ request, idempotencyKey: intent.keyFor(request) });
    if (answer.error) return;
    intent.settle();
    toast("success", t("phrases.saved"));
    onDone();
  };
  return (
    <Form
      actions={
        <Button kind="secondary" onPress={onDone}>
          {t("ui.cancel")}
        </Button>
      }
      brief
      failure={error}
      fields={{ title: t("phrases.name"), text: t("phrases.text") }}
      onSubmit={submit}
      problems={{ text: text.trim() === "" ? t("field.required") : tooLong }}
      submit={t("phrases.save")}
    >
      {(field) => (
        <>
          <TextField
            {...field("title")}
            hint={t("phrases.name.hint")}
            max={100}
            onChange={setTitle}
            optional
            value={title}
          />
          <TextArea
            {...field("text")}
            hint={t("phrases.text.hint")}
            max={max}
            onChange={setText}
            rows={6}
            value={text}
          />
        </>
      )}
    </Form>
  );
}
