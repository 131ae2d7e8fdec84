/** A survey while it is built: kept as a draft, published, rolled back, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { type SurveyJson, useIntent } from "@kajo/shared/rpc";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { type RolledBack, useRollBack } from "../publication/use-roll-back";
import {
  useGetSurveyQuery,
  useLazyGetSurveyQuery,
  usePublishSurveyMutation,
  useRollBackSurveyMutation,
  useSaveSurveyDraftMutation,
} from "./api";
import { valuesOver } from "./build/over";
import type { Values } from "./build/types";
import { valuesOf } from "./build/values";

/** What this form knows: what it does not stays as it is kept. */
const fields = ["title", "description", "type", "matter", "questionnaire"];

interface Sent {
  readonly error?: unknown;
  /** Of the survey, also of one that is new. */
  readonly id?: string;
}

export function useSurvey(survey: SurveyJson | undefined) {
  const { surveyId = "", details, version = "0" } = survey ?? {};
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const current = valuesOf(details);
  const edit = useEdit<Values, string>(`survey.${address}`, current, version, valuesOver);
  const { refetch } = useGetSurveyQuery({ surveyId }, { skip: surveyId === "" });
  const [look] = useLazyGetSurveyQuery();
  const [saveDraft] = useSaveSurveyDraftMutation();
  const [publishNow] = usePublishSurveyMutation();
  const [sendRollBack] = useRollBackSurveyMutation();
  const rollBackTo = useRollBack(sendRollBack);
  const saving = useIntent();
  const publishing = useIntent();
  const asked = () => ({ surveyId, details: edit.value, fields, version: edit.version });
  /** What is kept now stands there, and nothing is unsaved but what was typed after `sent`. */
  const settled = async (sent: Values) => {
    const { data, isSuccess } = await refetch();
    if (isSuccess) edit.settle(sent, valuesOf(data.survey?.details), data.survey?.version ?? "0");
  };
  /** The same of what was new: what was typed since goes along to its address. */
  const begun = async (sent: Values, id: string) => {
    if (!edit.isNewer(sent)) return edit.forget();
    const { data } = await look({ surveyId: id });
    edit.handOver(`survey.${address.replace(/[^/]+$/, id)}`, sent, data?.survey?.version ?? "0");
  };
  const stored = (sent: Values, id: string) => (surveyId === "" ? begun(sent, id) : settled(sent));
  const save = async (): Promise<Sent> => {
    const request = asked();
    const { data, error } = await saveDraft({ request, idempotencyKey: saving.keyFor(request) });
    if (error !== undefined) return { error };
    saving.settle();
    await stored(request.details, data?.surveyId ?? "");
    return { id: data?.surveyId ?? "" };
  };
  const publish = async (sameMeaning: boolean): Promise<Sent> => {
    const request = { ...asked(), sameMeaning };
    const { data, error } = await publishNow({ request, idempotencyKey: publishing.keyFor(request) });
    if (error !== undefined) return { error };
    publishing.settle();
    await stored(request.details, data?.surveyId ?? "");
    return { id: data?.surveyId ?? "" };
  };
  const rollBack = async (publishedVersion: number): Promise<RolledBack> => {
    const rolled = await rollBackTo({ surveyId, publishedVersion, version });
    if (rolled.error === undefined) await settled(edit.value);
    return rolled;
  };
  return { edit, current, version, save, publish, rollBack };
}
