import { type ComponentType, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type AttachmentLimits, FileDrop, useUploads } from "../attachments";
import { FromElsewhere, narrower, useFound, useWritten } from "../drafts";
import { useFieldText } from "../errors";
import { useText } from "../i18n";
import { newIdempotencyKey, type RpcFailure } from "../rpc";
import type { VisibilityJson } from "../rpc/gen/kajo/conversations/v1/conversation_pb";
import { Button, ErrorSummary, graphemes, Row, type SummaryError, TextArea } from "../ui";
import { useGetMessageLimitsQuery } from "./message-api";
import { sendUndoable, takeBack, takenOver } from "./pending/undoable-message";
import { usePending, usePendingDispatch } from "./pending/use-pending";
import styles from "./ReplyBox.module.css";
import { holdStill } from "./scroll-position/hold-still";
import type { VisibilityChoice } from "./visibility";
import type { Writing } from "./writing";

export interface ReplyBoxProps {
  readonly conversationId: string;
  /** What is written; an answer when left out. */
  readonly label?: string;
  /** Chooses who may read it; without it everybody does. */
  readonly visibility?: VisibilityChoice;
  /** Nobody outside of these can be written to. */
  readonly widest?: VisibilityJson;
  /** Beside the form, for example the phrase library. */
  readonly beside?: ComponentType<Writing>;
}

/**
 * Writing into a conversation. Sending puts the message into the thread at once (pending/undoable-message.ts); what was typed is a
 * draft before that, here and at the server, and a pending message after it, so that it is lost at no moment.
 */
export function ReplyBox({ conversationId, label, visibility: Visibility, widest, beside: Beside }: ReplyBoxProps) {
  const t = useText();
  const dispatch = usePendingDispatch();
  const writing = useWritten(conversationId);
  const { written: draft, change, leaves } = writing;
  const readers = widest ? narrower({ visibility: widest }, draft) : draft.visibility;
  const { data: limits } = useGetMessageLimitsQuery({});
  const uploads = useUploads(limits ?? noLimits, draft.attachments, (attachments) => change({ attachments }));
  const elsewhere = useFound(conversationId, writing, uploads);
  const [tries, setTries] = useState(0);
  // What the server has against the words, until they are other ones.
  const [refusal, setRefusal] = useState<RpcFailure>();
  const fieldText = useFieldText();
  const area = useRef<HTMLTextAreaElement>(null);

  const pending = usePending(conversationId);
  const returned = pending.find(({ state }) => state === "returned");
  useEffect(() => {
    if (!returned) return;
    const visibility = draft.text === "" ? returned.visibility : narrower(returned, draft);
    change({ text: [returned.text, draft.text].filter((text) => text !== "").join("\n\n"), visibility });
    uploads.restore(returned.attachments);
    dispatch(takenOver(returned.key));
    area.current?.focus();
  }, [returned, draft, change, uploads, dispatch]);

  const max = limits?.maxMessageCharacters;
  const problem =
    draft.text.trim() === ""
      ? t("field.required")
      : max && graphemes(draft.text) > max
        ? t("error.reason.too_long", { max })
        : undefined;
  const shownProblem = tries > 0 ? (problem ?? fieldText(refusal, "text")) : undefined;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // By the button: the message that comes above it must not put another one under the pointer.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter) holdStill(submitter, event.currentTarget);
    // Pressed twice: what was meant is on its way.
    const isEmpty = draft.text === "" && uploads.sendable.length === 0;
    if (isEmpty && pending.some(({ state }) => state === "undoable" || state === "sending")) return;
    setTries((count) => count + 1);
    // Told at the only field there is: a summary above it would move the button away from under a second press.
    if (problem !== undefined) area.current?.focus();
    if (problem !== undefined || uploads.busy || uploads.left > 0) return;
    const key = newIdempotencyKey();
    const message = {
      key,
      conversationId,
      text: draft.text,
      attachments: uploads.sendable,
      ...(readers ? { visibility: readers } : {}),
    };
    const refuse = (failure: RpcFailure) => {
      setRefusal(failure);
      setTries((count) => count + 1);
      dispatch(takeBack(key));
    };
    dispatch(sendUndoable(message, refuse));
    uploads.clear();
    leaves();
    setTries(0);
    setRefusal(undefined);
    area.current?.focus();
  };

  const errors: SummaryError[] = [];
  if (tries > 0 && uploads.busy) errors.push({ text: t("reply.uploadsRunning") });
  if (tries > 0 && uploads.left > 0) errors.push({ text: t("attachments.left", { n: uploads.left }) });

  return (
    <>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FromElsewhere elsewhere={elsewhere} />
        <ErrorSummary errors={errors} tries={tries} />
        <TextArea
          error={shownProblem}
          errorSaid={tries}
          label={label ?? t("reply.label")}
          max={max}
          name="reply"
          onChange={(text) => {
            setRefusal(undefined);
            change({ text });
          }}
          onKeyDown={submitByKeys}
          ref={area}
          rows={4}
          value={draft.text}
        />
        <FileDrop limits={limits ?? noLimits} uploads={uploads} />
        {Visibility ? <Visibility onChange={(visibility) => change({ visibility })} value={readers} /> : null}

        <Row>
          <Button aria-keyshortcuts="Control+Enter Meta+Enter" type="submit">
            {t("reply.send")}
          </Button>
          <span className={styles.keys}>{t("reply.keys")}</span>
        </Row>
      </form>
      {Beside ? <Beside area={area} change={(text) => change({ text })} text={draft.text} /> : null}
    </>
  );
}

function submitByKeys(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

const noLimits: AttachmentLimits = {};
