/** What the address of the list of surveys says. */
import type { SurveyTypeJson } from "@kajo/shared/rpc";
import { type RecordSearch, recordSearch } from "../module/search";
import { isSurveyType } from "./kinds";

export interface SurveySearch extends RecordSearch {
  readonly type?: SurveyTypeJson | undefined;
}

/** Reads it; what is none of ours is left out. */
export function surveySearch(asked: Record<string, unknown>): SurveySearch {
  return { ...recordSearch(asked), ...(isSurveyType(asked.type) ? { type: asked.type } : {}) };
}
