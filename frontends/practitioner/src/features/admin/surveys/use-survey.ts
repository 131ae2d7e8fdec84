/** A survey while it is built: kept as a draft, published, rolled back, held against what others saved meanwhile. */
import { useEdit } from "@kajo/shared/drafts";
import { type SurveyJson, useIntent } from "@kajo/shared/rpc";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import {
  useGetSurveyQuery,
  usePublishSurveyMutation,
  useRollBackSurveyMutation,
  useSaveSurveyDraftMutation,
} from "./api";
import type { Values } from "./build/types";
import { valuesOf } from "./build/values";

/** What this form knows: what it does not stays as it is kept. */
const fields = ["title", "description", "type", "matter", "questionnaire"];

interface Sent {
  readonly error?: unknown;
  /** Of the survey, also of one that is new. */
  readonly id?: string;
}

interface RolledBack {
  readonly error?: unknown;
  readonly becameDraft?: boolean;
}

export function useSurvey(survey: SurveyJson | undefined) {
  const { surveyId = "", details, version = "0" } = survey ?? {};
  const [address] = useState(useLocation({ select: ({ pathname }) => pathname }));
  const current = valuesOf(details);
  const edit = useEdit<Values, string>(`survey.${address}`, current, version);
  const { refetch } = useGetSurveyQuery({ surveyId }, { skip: surveyId === "" });
  const [saveDraft] = useSaveSurveyDraftMutation();
  const [publishNow] = usePublishSurveyMutation();
  const [rollBackTo] = useRollBackSurveyMutation();
  const saving = useIntent();
  const publishing = useIntent();
  const rolling = useIntent();
  const asked = () => ({ surveyId, details: edit.value, fields, version: edit.version });
  /** What is kept now stands there, and nothing of it is unsaved. */
  const settled = async () => {
    if (surveyId === "") edit.forget();
    else if ((await refetch()).data) edit.discard();
  };
  const save = async (): Promise<Sent> => {
    const request = asked();
    const { data, error } = await saveDraft({ request, idempotencyKey: saving.keyFor(request) });
    if (error !== undefined) return { error };
    saving.settle();
    await settled();
    return { id: data?.surveyId ?? "" };
  };
  const publish = async (sameMeaning: boolean): Promise<Sent> => {
    const request = { ...asked(), sameMeaning };
    const { data, error } = await publishNow({ request, idempotencyKey: publishing.keyFor(request) });
    if (error !== undefined) return { error };
    publishing.settle();
    await settled();
    return { id: data?.surveyId ?? "" };
  };
  const rollBack = async (publishedVersion: number): Promise<RolledBack> => {
    const request = { surveyId, publishedVersion, version };
    const { data, error } = await rollBackTo({ request, idempotencyKey: rolling.keyFor(request) });
    if (error !== undefined) return { error };
    rolling.settle();
    await settled();
    return { becameDraft: data?.becameDraft ?? false };
  };
  return { edit, current, version, save, publish, rollBack };
}
