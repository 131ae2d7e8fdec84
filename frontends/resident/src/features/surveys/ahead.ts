import type { Ask, Going } from "@kajo/shared/app";
import { surveysApi } from "./api";
import { listOf, listSearch } from "./lists";

const { listMySurveys, getMySurvey } = surveysApi.endpoints;

export function ahead(ask: Ask, { params: { surveyId }, search }: Going): void {
  if (surveyId) void ask(getMySurvey.initiate({ surveyActivationId: surveyId }));
  else void ask(listMySurveys.initiate({ list: listOf(listSearch(search).list) }));
}
