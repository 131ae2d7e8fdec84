import { useUploads } from "@kajo/shared/attachments";
import { toPatient, useDraft, useFound, useWritten } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import type { GetMessageLimitsResponseJson } from "@kajo/shared/rpc";
import { useSending } from "@kajo/shared/thread";
import { graphemes, type SelectOption, useToast } from "@kajo/shared/ui";
import { useNavigate } from "@tanstack/react-router";
import { useStartPatientConversationMutation } from "./api";

export interface FirstMessageOptions {
  readonly patientId: string;
  readonly limits: GetMessageLimitsResponseJson;
  /** The queues to write from. */
  readonly options: readonly SelectOption[];
}

/** A first message to a patient. What is typed is kept here and at the server, whatever becomes of sending. */
export function useFirstMessage({ patientId, limits, options }: FirstMessageOptions) {
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const where = toPatient(patientId);
  const draft = useWritten(where);
  const { written, change, arrived } = draft;
  const [place, choose, forget] = useDraft(`${where}.queue`, { subcategoryId: "" });
  const uploads = useUploads(limits, written.attachments, (attachments) => change({ attachments }));
  const [start, { error, isLoading, reset }] = useStartPatientConversationMutation();
  const sending = useSending({
    draft: where,
    send: start,
    isSending: isLoading,
    onSent: ({ conversationId = "" }, here) => {
      arrived();
      forget();
      if (!here) return;
      toast("success", t("patient.message.sent"));
      return navigate({ to: "/inbox", search: { tab: "own", conversation: conversationId } });
    },
  });
  const elsewhere = useFound(where, draft, uploads);

  const only = options.length === 1 ? options[0]?.id : undefined;
  const subcategoryId = options.find(({ id }) => id === place.subcategoryId)?.id ?? only ?? "";
  const wrong = (text: string, max = 0) => {
    if (text.trim() === "") return t("field.required");
    return graphemes(text) > max ? t("error.reason.too_long", { max }) : undefined;
  };
  const others: string[] = [];
  if (uploads.busy) others.push(t("reply.uploadsRunning"));
  if (uploads.left > 0) others.push(t("attachments.left", { n: uploads.left }));
  return {
    limits,
    options,
    written,
    elsewhere,
    uploads,
    sending,
    error,
    subcategoryId,
    fields: {
      subcategory_id: t("patient.message.queue"),
      topic: t("patient.message.topic"),
      text: t("patient.message.text"),
    },
    problems: {
      subcategory_id: subcategoryId === "" ? t("field.required") : undefined,
      topic: wrong(written.topic, limits.maxTopicCharacters),
      text: wrong(written.text, limits.maxMessageCharacters),
    },
    /** What is wrong with the files. */
    others,
    edit: (part: Partial<typeof written>) => {
      change(part);
      sending.forgetUnsent();
      // What the server said was said of what stood there.
      if (error) reset();
    },
    chooseQueue: (next: string) => {
      choose({ subcategoryId: next });
      if (error) reset();
    },
    submit: () => {
      reset();
      const { topic, text, visibility } = written;
      const attachmentIds = uploads.sendable.flatMap((each) => each.attachmentId ?? []);
      sending.start({ patientId, subcategoryId, topic, text, attachmentIds, ...(visibility ? { visibility } : {}) });
    },
  };
}

export type FirstMessage = ReturnType<typeof useFirstMessage>;
