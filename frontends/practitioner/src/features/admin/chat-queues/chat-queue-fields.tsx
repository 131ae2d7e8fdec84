/** The fields of a chat queue (CHA-01). */
import { useText } from "@kajo/shared/i18n";
import type { ChatQueueDetailsJson } from "@kajo/shared/rpc";
import { useNameOptions } from "../../names/use-name-options";
import type { RecordField, Values } from "../module/fields";
import type { OpeningHoursValue } from "../module/opening-hours";
import { useLocationOptions } from "../workplaces/use-location-options";
import { useRoleOptions } from "../workplaces/use-role-options";
import { HoursPreview } from "./HoursPreview";
import { useAssessmentOptions } from "./use-assessment-options";

const useServiceOptions = (chosen: readonly string[]) => useNameOptions("service", chosen);

/** Nobody keeps questionnaires yet: what is chosen already stays. */
function useQuestionnaireOptions(chosen: readonly string[]) {
  const t = useText();
  return chosen.map((id) => ({ id, label: t("chatQueues.questionnaire.kept") }));
}

/** Where an external provider chats, nobody assesses anything with us. */
const asksAssessment = ({ triageRequired, externalUrl }: Values) =>
  triageRequired === true && !(externalUrl as string).trim();

const followsSchedule = (values: Values) => values.followsSchedule === true;

const preview = (values: Values) => (
  <HoursPreview followsSchedule={followsSchedule(values)} hours={values.hours as OpeningHoursValue} />
);

export const chatQueueFields: readonly RecordField<ChatQueueDetailsJson>[] = [
  { as: "translated", key: "name", label: "chatQueues.name", max: 200 },
  {
    as: "translated",
    key: "description",
    label: "chatQueues.description",
    hint: "serviceCategories.description.hint",
    max: 2000,
    rows: 3,
    optional: true,
  },
  { as: "icon", key: "icon", label: "chatQueues.icon" },
  {
    as: "reference",
    key: "serviceId",
    label: "chatQueues.service",
    hint: "chatQueues.service.hint",
    optional: true,
    useOptions: useServiceOptions,
  },
  {
    as: "choice",
    key: "matter",
    label: "chatQueues.matter",
    hint: "serviceCategories.matter.hint",
    options: [
      ["MATTER_HEALTH", "matter.health"],
      ["MATTER_SOCIAL", "matter.social"],
    ],
  },
  {
    as: "references",
    key: "locationIds",
    label: "chatQueues.locations",
    hint: "chatQueues.locations.hint",
    part: "chatQueues.part.work",
    useOptions: useLocationOptions,
  },
  {
    as: "references",
    key: "roleIds",
    label: "chatQueues.roles",
    hint: "chatQueues.roles.hint",
    useOptions: useRoleOptions,
  },
  {
    as: "yesNo",
    key: "visibleToIdentified",
    label: "chatQueues.visibleToIdentified",
    hint: "chatQueues.visibleToIdentified.hint",
    part: "chatQueues.part.visibility",
  },
  {
    as: "yesNo",
    key: "visibleToUnidentified",
    label: "chatQueues.visibleToUnidentified",
    hint: "chatQueues.visibleToUnidentified.hint",
  },
  {
    as: "yesNo",
    key: "triageRequired",
    label: "chatQueues.triageRequired",
    hint: "chatQueues.triageRequired.hint",
    part: "chatQueues.part.chat",
  },
  {
    as: "reference",
    key: "assessmentSurveyId",
    label: "chatQueues.assessmentSurvey",
    hint: "chatQueues.assessmentSurvey.hint",
    when: asksAssessment,
    useOptions: useAssessmentOptions,
  },
  {
    as: "yesNo",
    key: "summaryEnabled",
    label: "chatQueues.summaryEnabled",
    hint: "chatQueues.summaryEnabled.hint",
  },
  {
    as: "reference",
    key: "preChatQuestionnaireId",
    label: "chatQueues.preChatQuestionnaire",
    hint: "chatQueues.questionnaire.hint",
    optional: true,
    useOptions: useQuestionnaireOptions,
  },
  {
    as: "reference",
    key: "postChatQuestionnaireId",
    label: "chatQueues.postChatQuestionnaire",
    hint: "chatQueues.questionnaire.hint",
    optional: true,
    useOptions: useQuestionnaireOptions,
  },
  {
    as: "yesNo",
    key: "followsSchedule",
    label: "chatQueues.followsSchedule",
    hint: "chatQueues.followsSchedule.hint",
    part: "chatQueues.part.hours",
    below: (values) => (followsSchedule(values) ? preview(values) : null),
  },
  {
    as: "openingHours",
    key: "hours",
    label: "chatQueues.hours",
    when: (values) => !followsSchedule(values),
    below: preview,
  },
  {
    as: "translated",
    key: "closedText",
    label: "chatQueues.closedText",
    hint: "chatQueues.closedText.hint",
    max: 2000,
    rows: 3,
    optional: true,
  },
  {
    as: "text",
    key: "externalUrl",
    label: "chatQueues.externalUrl",
    hint: "chatQueues.externalUrl.hint",
    part: "chatQueues.part.external",
    max: 2000,
  },
];
