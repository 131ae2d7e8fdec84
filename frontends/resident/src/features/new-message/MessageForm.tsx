import { FileDrop, useUploads } from "@kajo/shared/attachments";
import { FromElsewhere, toQueue, useFound, useWritten } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import { Form } from "@kajo/shared/patterns";
import type { GetMessageLimitsResponseJson } from "@kajo/shared/rpc";
import { UndoableMessage, useSending } from "@kajo/shared/thread";
import { Banner, Card, graphemes, TextArea, TextField } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useStartConversationMutation } from "./api";

/** Teenagers alone are asked. */
const GuardiansChoice = lazy(async () => ({ default: (await import("./GuardiansChoice")).GuardiansChoice }));

export interface MessageFormProps {
  readonly serviceAreaId: string;
  readonly categoryId: string;
  readonly subcategoryId: string;
  readonly limits: GetMessageLimitsResponseJson;
}

/** Nothing typed is lost before the server has taken the message: not by an error, a reload, a new sign-in or another device. */
export function MessageForm({ serviceAreaId, categoryId, subcategoryId, limits }: MessageFormProps) {
  const t = useText();
  const where = toQueue(subcategoryId);
  const draft = useWritten(where);
  const { written, change, arrived } = draft;
  const navigate = useNavigate();
  const [start, { error, isLoading, reset }] = useStartConversationMutation();
  const sending = useSending({
    draft: where,
    send: start,
    isSending: isLoading,
    onSent: ({ conversationId = "" }, here) => {
      arrived();
      if (!here) return;
      const to = "/inbox/conversation/$conversationId/message-sent";
      return navigate({ to, params: { conversationId }, replace: true });
    },
  });
  const type: typeof change = (part) => {
    change(part);
    sending.forgetUnsent();
  };
  const [guardians, setGuardians] = useState(false);
  const uploads = useUploads(limits, written.attachments, (attachments) => change({ attachments }));
  const elsewhere = useFound(where, draft, uploads);

  const problem = (value: string, max: number | undefined) => {
    if (value.trim() === "") return t("field.required");
    return max !== undefined && graphemes(value) > max ? t("error.reason.too_long", { max }) : undefined;
  };
  const others = [
    ...(uploads.busy ? [t("reply.uploadsRunning")] : []),
    ...(uploads.left > 0 ? [t("attachments.left", { n: uploads.left })] : []),
  ];
  const send = () => {
    // What failed before, was said of another try.
    reset();
    const { topic, text } = written;
    const attachmentIds = uploads.sendable.flatMap((each) => each.attachmentId ?? []);
    const visibleToGuardians = limits.teenager === true && guardians;
    sending.start({ serviceAreaId, categoryId, subcategoryId, topic, text, visibleToGuardians, attachmentIds });
  };

  return (
    <>
      {sending.isAway ? <UndoableMessage attachments={uploads.sendable} sending={sending} /> : null}
      {sending.isUnsent && written.topic + written.text !== "" ? (
        <Banner announce="alert" tone="warning">
          {t("failed.StartConversation")}
        </Banner>
      ) : null}
      {sending.isAway ? null : <FromElsewhere elsewhere={elsewhere} />}
      <div hidden={sending.isAway}>
        <Card>
          <Form
            failure={error}
            fields={{ topic: t("new.topic"), text: t("new.text") }}
            onSubmit={send}
            others={others}
            problems={{
              topic: problem(written.topic, limits.maxTopicCharacters),
              text: problem(written.text, limits.maxMessageCharacters),
            }}
            submit={t("new.send")}
          >
            {(field) => (
              <>
                <TextField
                  {...field("topic")}
                  max={limits.maxTopicCharacters}
                  onChange={(topic) => type({ topic })}
                  value={written.topic}
                />
                <TextArea
                  {...field("text")}
                  hint={t("new.text.hint")}
                  max={limits.maxMessageCharacters}
                  onChange={(text) => type({ text })}
                  ref={sending.field}
                  rows={8}
                  value={written.text}
                />
                <FileDrop limits={limits} uploads={uploads} />
                {limits.teenager ? <GuardiansChoice isAllowed={guardians} onChange={setGuardians} /> : null}
              </>
            )}
          </Form>
        </Card>
      </div>
    </>
  );
}
