import { useUploads } from "@kajo/shared/attachments";
import { useEdit } from "@kajo/shared/drafts";
import { useText } from "@kajo/shared/i18n";
import type { AttachmentJson, GetMessageLimitsResponseJson } from "@kajo/shared/rpc";
import { useGetMessageLimitsQuery } from "@kajo/shared/thread";
import { graphemes } from "@kajo/shared/ui";
import { useConsultationQueueOptions } from "../options";

/** What colleagues are asked. */
export interface Question {
  readonly subcategoryId: string | null;
  readonly topic: string;
  readonly text: string;
  readonly attachments: readonly AttachmentJson[];
}

const nothingAsked: Question = { subcategoryId: null, topic: "", text: "", attachments: [] };

const noLimits: GetMessageLimitsResponseJson = {};

/** A question under way: kept in this tab, so that whoever goes away to read on finds it again. `name` names what it is about. */
export function useQuestion(name: string) {
  const t = useText();
  const { data: limits = noLimits } = useGetMessageLimitsQuery({});
  const queues = useConsultationQueueOptions();
  const edit = useEdit<Question, undefined>(`consultation.${name}`, nothingAsked, undefined);
  const { subcategoryId, topic, text } = edit.value;
  const uploads = useUploads(limits, edit.value.attachments ?? [], (attachments) => edit.change({ attachments }));
  const wrong = (words: string, max?: number) => {
    if (words.trim() === "") return t("field.required");
    return max && graphemes(words) > max ? t("error.reason.too_long", { max }) : undefined;
  };
  const unsent = uploads.busy
    ? t("reply.uploadsRunning")
    : uploads.left > 0
      ? t("attachments.left", { n: uploads.left })
      : undefined;
  return {
    edit,
    limits,
    queues,
    uploads,
    /** Why the files cannot go along yet. */
    unsent,
    problems: {
      subcategory_id: subcategoryId === null ? t("field.required") : undefined,
      topic: wrong(topic ?? "", limits.maxTopicCharacters),
      text: wrong(text, limits.maxMessageCharacters),
    },
    /** As the server is asked. */
    asked: {
      subcategoryId: subcategoryId ?? "",
      text,
      attachmentIds: uploads.sendable.flatMap(({ attachmentId }) => attachmentId ?? []),
    },
    topic: topic ?? "",
    /** It was asked: there is nothing left of it here. */
    forget: () => {
      uploads.clear();
      edit.forget();
    },
  };
}
