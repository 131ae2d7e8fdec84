/** A path while it is built: kept as a draft, published, rolled back, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { type PathJson, type PathProblemJson, useIntent } from "@kajo/shared/rpc";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { type RolledBack, useRollBack } from "../publication/use-roll-back";
import {
  useGetPathQuery,
  useLazyGetPathQuery,
  usePublishPathMutation,
  useRollBackPathMutation,
  useSavePathDraftMutation,
} from "./api";
import { valuesOver } from "./build/over";
import type { Built, Values } from "./build/types";
import { sentOf, valuesOf } from "./build/values";
import type { PathKind } from "./editors";

/** What this form knows: what it does not stays as it is kept. */
const fields = ["name", "description", "path_category_id", "matter", "blocks", "one_path", "kind", "entry"];

interface Sent {
  readonly error?: unknown;
  /** Of the path, also of one that is new. */
  readonly id?: string;
  /** What was sent, where something stands against publishing it. */
  readonly stopped?: { readonly built: Built; readonly problems: readonly PathProblemJson[] };
}

export function usePath(path: PathJson | undefined, kind: PathKind) {
  const { pathId = "", details, version = "0" } = path ?? {};
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const current = valuesOf(details, kind);
  const edit = useEdit<Values, string>(`path.${address}`, current, version, valuesOver);
  const { refetch } = useGetPathQuery({ pathId }, { skip: pathId === "" });
  const [look] = useLazyGetPathQuery();
  const [saveDraft] = useSavePathDraftMutation();
  const [publishNow] = usePublishPathMutation();
  const [sendRollBack] = useRollBackPathMutation();
  const rollBackTo = useRollBack(sendRollBack);
  const saving = useIntent();
  const publishing = useIntent();
  const asked = (sent: Values) => ({ pathId, details: sentOf(sent), fields, version: edit.version });
  /** What is kept now stands there, and nothing is unsaved but what was typed after `sent`. */
  const settled = async (sent: Values) => {
    const { data, isSuccess } = await refetch();
    if (isSuccess) edit.settle(sent, valuesOf(data.path?.details, kind), data.path?.version ?? "0");
  };
  /** The same of what was new: what was typed since goes along to its address. */
  const begun = async (sent: Values, id: string) => {
    if (!edit.isNewer(sent)) return edit.forget();
    const { data } = await look({ pathId: id });
    edit.handOver(`path.${address.replace(/[^/]+$/, id)}`, sent, data?.path?.version ?? "0");
  };
  const stored = (sent: Values, id: string) => (pathId === "" ? begun(sent, id) : settled(sent));
  const save = async (): Promise<Sent> => {
    const sent = edit.value;
    const request = asked(sent);
    const { data, error } = await saveDraft({ request, idempotencyKey: saving.keyFor(request) });
    if (error !== undefined) return { error };
    saving.settle();
    await stored(sent, data?.pathId ?? "");
    return { id: data?.pathId ?? "" };
  };
  const publish = async (withoutBlockIds: readonly string[]): Promise<Sent> => {
    const sent = edit.value;
    const request = { ...asked(sent), withoutBlockIds: [...withoutBlockIds] };
    const { data, error } = await publishNow({ request, idempotencyKey: publishing.keyFor(request) });
    if (error !== undefined) return { error };
    publishing.settle();
    const { problems = [] } = data ?? {};
    if (problems.length > 0) return { stopped: { built: sent, problems } };
    await stored(sent, data?.pathId ?? "");
    return { id: data?.pathId ?? "" };
  };
  const rollBack = async (publishedVersion: number): Promise<RolledBack> => {
    const rolled = await rollBackTo({ pathId, publishedVersion, version });
    if (rolled.error === undefined) await settled(edit.value);
    return rolled;
  };
  return { edit, current, version, save, publish, rollBack };
}
