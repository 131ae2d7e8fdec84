import { type FormEvent, type ReactNode, useState } from "react";
import { type AttachmentLimits, FileDrop, useUploads } from "../attachments";
import { intentStorage, useDraft } from "../drafts";
import { asFailure, useFailureText, useFieldText } from "../errors";
import { useText } from "../i18n";
import { useIntent } from "../rpc";
import type { AttachmentJson, VisibilityJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { Button, ErrorSummary, graphemes, Row, type SummaryError, TextArea, useToast } from "../ui";
import { useGetMessageLimitsQuery, useWriteMessageMutation } from "./api";
import styles from "./ReplyBox.module.css";

export interface ReplyBoxProps {
  readonly conversationId: string;
  /** Who may read it; everyone unless told otherwise. */
  readonly visibility?: VisibilityJson;
  /** Between the text and the buttons, for example the choice of visibility or the phrase library. */
  readonly children?: ReactNode;
}

interface Draft {
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
}

/** Writing into a conversation. The draft stays until the server has taken the message. */
export function ReplyBox({ conversationId, visibility, children }: ReplyBoxProps) {
  const t = useText();
  const toast = useToast();
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const name = `reply.${conversationId}`;
  const [draft, change, clear] = useDraft<Draft>(name, { text: "", attachments: [] });
  const intent = useIntent(intentStorage(name));
  const { data: limits } = useGetMessageLimitsQuery({});
  const uploads = useUploads(limits ?? noLimits, draft.attachments, (attachments) => change({ attachments }));
  const [write, { error, isLoading }] = useWriteMessageMutation();
  const [tries, setTries] = useState(0);

  const max = limits?.maxMessageCharacters;
  const problem =
    draft.text.trim() === ""
      ? t("field.required")
      : max && graphemes(draft.text) > max
        ? t("error.reason.too_long", { max })
        : undefined;
  const shownProblem = (tries > 0 ? problem : undefined) ?? fieldText(error, "text");

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTries((count) => count + 1);
    if (problem !== undefined || uploads.busy || isLoading) return;
    const request = {
      conversationId,
      text: draft.text,
      attachmentIds: uploads.sendable.flatMap((each) => each.attachmentId ?? []),
      ...(visibility ? { visibility } : {}),
    };
    const answer = await write({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    uploads.clear();
    clear();
    setTries(0);
    toast("success", t("reply.sent"));
  };

  const errors: SummaryError[] = [];
  if (tries > 0) {
    if (shownProblem) errors.push({ field: "reply", text: shownProblem });
    else if (error) errors.push({ text: failureText(error) });
    if (uploads.busy) errors.push({ text: t("reply.uploadsRunning") });
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <ErrorSummary code={error ? asFailure(error).traceId : undefined} errors={errors} tries={tries} />
      <TextArea
        error={shownProblem}
        label={t("reply.label")}
        max={max}
        name="reply"
        onChange={(text) => change({ text })}
        rows={4}
        value={draft.text}
      />
      <FileDrop limits={limits ?? noLimits} uploads={uploads} />
      {children}
      <Row>
        <Button isPending={isLoading} type="submit">
          {t("reply.send")}
        </Button>
        {error && draft.text !== "" ? <span className={styles.kept}>{t("reply.draftKept")}</span> : null}
      </Row>
    </form>
  );
}

const noLimits: AttachmentLimits = {};
