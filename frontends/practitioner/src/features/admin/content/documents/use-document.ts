/** A document while it is written: kept as a draft, published, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { languages } from "@kajo/shared/i18n";
import { type DocumentJson, useIntent } from "@kajo/shared/rpc";
import type { Sent } from "../../publication/use-publishing";
import { useGetDocumentQuery, usePublishDocumentMutation, useSaveDocumentDraftMutation } from "./api";
import type { DocumentName } from "./types";
import { type Values, valuesOf } from "./values";

/** What this form knows: what it does not stays as it is kept. */
const fields = [...languages];

export function useDocument(name: DocumentName, kept: DocumentJson) {
  const { documentId = "", details, version = "0" } = kept;
  const current = valuesOf(details);
  const edit = useEdit<Values, string>(`document.${name}`, current, version);
  const { refetch } = useGetDocumentQuery({ documentId });
  const [saveDraft] = useSaveDocumentDraftMutation();
  const [publish] = usePublishDocumentMutation();
  const saving = useIntent();
  const publishing = useIntent();
  const send = async (call: typeof saveDraft | typeof publish, intent: typeof saving): Promise<Sent> => {
    const request = { documentId, details: edit.value, fields, version: edit.version };
    const { error } = await call({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    if ((await refetch()).data) edit.discard();
    return { id: documentId };
  };
  return {
    edit,
    current,
    version,
    save: () => send(saveDraft, saving),
    publish: () => send(publish, publishing),
  };
}
