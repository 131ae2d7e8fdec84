import { dayKey, languageConfig, useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import { type ChatQueueClosureJson, useIntent } from "@kajo/shared/rpc";
import { Button, DateField, Dialog, graphemes, TextArea, TimeField, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { FieldGroup } from "../admin/module/FieldGroup";
import { useCloseChatQueueMutation } from "./api";
import { closingOf, longestNotice, type NoticeLanguage, noticeLanguages, noticeOf } from "./notice";

export interface NoticeDialogProps {
  readonly chatQueueId: string;
  readonly title: string;
  /** As it was closed when the dialog was opened; without it, it is about to be. */
  readonly closure: ChatQueueClosureJson | undefined;
  readonly onClose: () => void;
}

const nameOf = (language: NoticeLanguage) => languageConfig[language].name;

/** Closes a queue temporarily, or changes the notice and the end of that: what those read who come, and until when. */
export function NoticeDialog({ chatQueueId, title, closure, onClose }: NoticeDialogProps) {
  const t = useText();
  const toast = useToast();
  const intent = useIntent();
  const [notice, setNotice] = useState(() => noticeOf(closure));
  const [close, { error }] = useCloseChatQueueMutation();
  const { texts, date, time } = notice;
  const submit = async () => {
    const request = closingOf(chatQueueId, notice, closure);
    const answer = await close({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t(closure ? "chatClosure.changed" : "chatClosure.closed"));
    onClose();
  };
  const wrong = (text: string) => {
    if (text.trim() === "") return t("error.reason.translation_missing");
    return graphemes(text) > longestNotice ? t("error.reason.too_long", { max: longestNotice }) : undefined;
  };
  return (
    // A press beside it would take away what was typed.
    <Dialog isOpen onClose={onClose} role="alertdialog" title={title}>
      <Form
        actions={
          <Button kind="secondary" onPress={onClose}>
            {t("ui.cancel")}
          </Button>
        }
        brief
        failure={error}
        fields={{
          "text.fi": nameOf("fi"),
          "text.sv": nameOf("sv"),
          "text.en": nameOf("en"),
          until: t("chatClosure.date"),
          until_time: t("chatClosure.time"),
        }}
        onSubmit={submit}
        problems={{
          "text.fi": wrong(texts.fi),
          "text.sv": wrong(texts.sv),
          "text.en": wrong(texts.en),
          // Both or neither.
          until: date === null && time !== null ? t("field.required") : undefined,
          until_time: time === null && date !== null ? t("field.required") : undefined,
        }}
        submit={t(closure ? "chatClosure.save" : "chatClosure.close")}
      >
        {(field) => (
          <>
            {closure ? null : <p>{t("chatClosure.about")}</p>}
            <FieldGroup hint={t("chatClosure.notice.hint")} label={t("chatClosure.notice")}>
              {noticeLanguages.map((language) => (
                <TextArea
                  key={language}
                  {...field(`text.${language}`)}
                  lang={languageConfig[language].iso}
                  max={longestNotice}
                  onChange={(text) => setNotice({ ...notice, texts: { ...texts, [language]: text } })}
                  rows={2}
                  value={texts[language]}
                />
              ))}
            </FieldGroup>
            <FieldGroup hint={t("chatClosure.end.hint")} label={t("chatClosure.end")}>
              <DateField
                {...field("until")}
                min={dayKey(new Date())}
                onChange={(next) => setNotice({ ...notice, date: next })}
                optional
                value={date}
              />
              <TimeField
                {...field("until_time")}
                onChange={(next) => setNotice({ ...notice, time: next })}
                optional
                value={time}
              />
            </FieldGroup>
          </>
        )}
      </Form>
    </Dialog>
  );
}
