import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { FileDrop, useUploads } from "@kajo/shared/attachments";
import { intentStorage, useDraft } from "@kajo/shared/drafts";
import { asFailure, useFailureText, useFieldText } from "@kajo/shared/errors";
import { useText } from "@kajo/shared/i18n";
import { type AttachmentJson, type GetMessageLimitsResponseJson, useIntent } from "@kajo/shared/rpc";
import { Button, Card, ErrorSummary, Row, type SummaryError, TextArea, TextField } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useStartConversationMutation } from "./api";
import { messageSchema } from "./schema";

export interface MessageFormProps {
  readonly serviceAreaId: string;
  readonly categoryId: string;
  readonly subcategoryId: string;
  readonly limits: GetMessageLimitsResponseJson;
}

interface Values {
  topic: string;
  text: string;
}

interface Draft extends Values {
  readonly attachments: readonly AttachmentJson[];
}

const draftName = "new.message";

/** Nothing typed is lost before the server has taken the message: not by an error, a reload or a new sign-in. */
export function MessageForm({ serviceAreaId, categoryId, subcategoryId, limits }: MessageFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [draft, keep, forget] = useDraft<Draft>(draftName, { topic: "", text: "", attachments: [] });
  const intent = useIntent(intentStorage(draftName));
  const [start, { error, isLoading }] = useStartConversationMutation();
  const uploads = useUploads(limits, draft.attachments, (attachments) => keep({ attachments }));
  const form = useForm<Values>({
    defaultValues: { topic: draft.topic, text: draft.text },
    resolver: standardSchemaResolver(messageSchema(limits)),
    // The summary takes the focus, not the first field.
    shouldFocusError: false,
  });
  const { errors, submitCount } = form.formState;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` writes to storage and state and never changes what it does
  useEffect(() => {
    const { unsubscribe } = form.watch(({ topic, text }) => keep({ topic: topic ?? "", text: text ?? "" }));
    return unsubscribe;
  }, [form]);

  const send = form.handleSubmit(async ({ topic, text }) => {
    if (uploads.busy || uploads.left > 0 || isLoading) return;
    const request = {
      serviceAreaId,
      categoryId,
      subcategoryId,
      topic,
      text,
      attachmentIds: uploads.sendable.flatMap((each) => each.attachmentId ?? []),
    };
    const answer = await start({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    forget();
    await navigate({
      to: "/inbox/conversation/$conversationId/message-sent",
      params: { conversationId: answer.data.conversationId ?? "" },
      replace: true,
    });
  });

  const max = { topic: limits.maxTopicCharacters ?? 0, text: limits.maxMessageCharacters ?? 0 };
  const problem = (field: keyof Values): string | undefined => {
    const own = errors[field]?.message;
    if (own === "error.reason.too_long") return t("error.reason.too_long", { max: max[field] });
    return own === undefined ? fieldText(error, field) : t("field.required");
  };
  const summary: SummaryError[] = [];
  for (const field of ["topic", "text"] as const) {
    const text = problem(field);
    if (text) summary.push({ field, text: `${t(`new.${field}`)}: ${text}` });
  }
  if (error && summary.length === 0) summary.push({ text: failureText(error) });
  if (submitCount > 0 && uploads.busy) summary.push({ text: t("new.wait") });
  if (submitCount > 0 && uploads.left > 0) summary.push({ text: t("attachments.left", { n: uploads.left }) });

  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Card>
        <ErrorSummary
          code={error ? asFailure(error).traceId : undefined}
          errors={summary}
          tries={submitCount + (error ? 1 : 0)}
        />
        <Controller
          control={form.control}
          name="topic"
          render={({ field }) => (
            <TextField {...field} error={problem("topic")} label={t("new.topic")} max={limits.maxTopicCharacters} />
          )}
        />
        <Controller
          control={form.control}
          name="text"
          render={({ field }) => (
            <TextArea
              {...field}
              error={problem("text")}
              hint={t("new.text.hint")}
              label={t("new.text")}
              max={limits.maxMessageCharacters}
              rows={8}
            />
          )}
        />
        <h2>{t("new.attachments")}</h2>
        <FileDrop limits={limits} uploads={uploads} />
        <Row>
          <Button isPending={isLoading} type="submit">
            {t("new.send")}
          </Button>
        </Row>
      </Card>
    </form>
  );
}
