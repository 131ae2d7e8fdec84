import type { MySurveyListJson } from "@kajo/shared/rpc";

/** As the address names them; without a name: to answer. */
export type ListName = "answered" | "past";

/** Search of `/surveys/omavointi`. */
export const listSearch = ({ list }: Record<string, unknown>): { list?: ListName } =>
  list === "answered" || list === "past" ? { list } : {};

export function listOf(name: ListName | undefined): MySurveyListJson {
  switch (name) {
    case "answered":
      return "MY_SURVEY_LIST_ANSWERED";
    case "past":
      return "MY_SURVEY_LIST_PAST";
    default:
      return "MY_SURVEY_LIST_TO_ANSWER";
  }
}
