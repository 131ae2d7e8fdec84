import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type AttachmentLimits, FileDrop, useUploads } from "../attachments";
import { useFound, useWritten } from "../drafts";
import { useText } from "../i18n";
import { newIdempotencyKey } from "../rpc";
import type { VisibilityJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { Button, ErrorSummary, graphemes, Row, type SummaryError, TextArea } from "../ui";
import { useGetMessageLimitsQuery } from "./api";
import { hold, takenOver } from "./pending/hold";
import { usePending, usePendingDispatch } from "./pending/use-pending";
import styles from "./ReplyBox.module.css";

export interface ReplyBoxProps {
  readonly conversationId: string;
  /** Who may read it; everyone unless told otherwise. */
  readonly visibility?: VisibilityJson;
  /** Between the text and the buttons, for example the choice of visibility or the phrase library. */
  readonly children?: ReactNode;
}

/**
 * Writing into a conversation. Sending puts the message into the thread at once (pending/hold.ts); what was typed is a
 * draft before that, here and at the server, and a pending message after it, so that it is lost at no moment.
 */
export function ReplyBox({ conversationId, visibility, children }: ReplyBoxProps) {
  const t = useText();
  const dispatch = usePendingDispatch();
  const { written: draft, change, adopt, leaves } = useWritten(conversationId);
  const { data: limits } = useGetMessageLimitsQuery({});
  const uploads = useUploads(limits ?? noLimits, draft.attachments, (attachments) => change({ attachments }));
  useFound(conversationId, draft, (found) => {
    if (uploads.busy) return false;
    adopt(found);
    uploads.clear();
    uploads.restore(found.attachments);
    return true;
  });
  const [tries, setTries] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);

  const pending = usePending(conversationId);
  const returned = pending.find(({ state }) => state === "returned");
  useEffect(() => {
    if (!returned) return;
    change({ text: [returned.text, draft.text].filter((text) => text !== "").join("\n\n") });
    uploads.restore(returned.attachments);
    dispatch(takenOver(returned.key));
    area.current?.focus();
  }, [returned, draft.text, change, uploads, dispatch]);

  const max = limits?.maxMessageCharacters;
  const problem =
    draft.text.trim() === ""
      ? t("field.required")
      : max && graphemes(draft.text) > max
        ? t("error.reason.too_long", { max })
        : undefined;
  const shownProblem = tries > 0 ? problem : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Pressed twice: what was meant is on its way.
    const isEmpty = draft.text === "" && uploads.sendable.length === 0;
    if (isEmpty && pending.some(({ state }) => state === "held" || state === "sending")) return;
    setTries((count) => count + 1);
    // Told at the only field there is: a summary above it would move the button away from under a second press.
    if (problem !== undefined) area.current?.focus();
    if (problem !== undefined || uploads.busy || uploads.left > 0) return;
    dispatch(
      hold({
        key: newIdempotencyKey(),
        conversationId,
        text: draft.text,
        attachments: uploads.sendable,
        ...(visibility ? { visibility } : {}),
      }),
    );
    uploads.clear();
    leaves();
    setTries(0);
    area.current?.focus();
  };

  const errors: SummaryError[] = [];
  if (tries > 0 && uploads.busy) errors.push({ text: t("reply.uploadsRunning") });
  if (tries > 0 && uploads.left > 0) errors.push({ text: t("attachments.left", { n: uploads.left }) });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ErrorSummary errors={errors} tries={tries} />
      <TextArea
        error={shownProblem}
        errorSaid={tries}
        label={t("reply.label")}
        max={max}
        name="reply"
        onChange={(text) => change({ text })}
        onKeyDown={submitByKeys}
        ref={area}
        rows={4}
        value={draft.text}
      />
      <FileDrop limits={limits ?? noLimits} uploads={uploads} />
      {children}
      <Row>
        <Button aria-keyshortcuts="Control+Enter Meta+Enter" type="submit">
          {t("reply.send")}
        </Button>
        <span className={styles.keys}>{t("reply.keys")}</span>
      </Row>
    </form>
  );
}

function submitByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

const noLimits: AttachmentLimits = {};
