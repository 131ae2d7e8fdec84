/** A content while it is written: kept as a draft, published, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { languages } from "@kajo/shared/i18n";
import { type ServiceContentJson, useIntent } from "@kajo/shared/rpc";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import type { Sent } from "../../publication/use-publishing";
import { useGetServiceContentQuery, usePublishServiceContentMutation, useSaveServiceContentDraftMutation } from "./api";
import { type Values, valuesOf } from "./values";

/** What this form knows: what it does not stays as it is kept. */
const fields = ["name", "type", ...languages];

export function useContent(content: ServiceContentJson | undefined) {
  const { serviceContentId = "", details, version = "0" } = content ?? {};
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const current = valuesOf(details);
  const edit = useEdit<Values, string>(`content.${address}`, current, version);
  const { refetch } = useGetServiceContentQuery({ serviceContentId }, { skip: serviceContentId === "" });
  const [saveDraft] = useSaveServiceContentDraftMutation();
  const [publish] = usePublishServiceContentMutation();
  const saving = useIntent();
  const publishing = useIntent();
  const send = async (call: typeof saveDraft | typeof publish, intent: typeof saving): Promise<Sent> => {
    const { name, type, ...written } = edit.value;
    const request = { serviceContentId, details: { name, type, ...written }, fields, version: edit.version };
    const { data, error } = await call({ request, idempotencyKey: intent.keyFor(request) });
    if (error !== undefined) return { error };
    intent.settle();
    if (serviceContentId === "") edit.forget();
    else if ((await refetch()).data) edit.discard();
    return { id: data?.serviceContentId ?? "" };
  };
  return {
    edit,
    current,
    version,
    save: () => send(saveDraft, saving),
    publish: () => send(publish, publishing),
  };
}
