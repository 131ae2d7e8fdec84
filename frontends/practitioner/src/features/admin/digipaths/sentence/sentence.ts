/** A step as a sentence: its condition, its delay and its action are whole messages of the language each. Pure. */
import type { Text } from "@kajo/shared/i18n";
import type { AppointmentTypeJson, PathDelayJson } from "@kajo/shared/rpc";
import { typeText } from "../../../appointment-types/types";
import { eventsOf, needsAll } from "../build/entry";
import type { PathActionJson, PathConditionJson, PathEntryJson, PathStepJson } from "../build/types";
import type { ReferenceKind } from "./references";

/** How the sentence's reader calls things. */
export interface Words {
  readonly t: Text;
  readonly nameOf: (kind: ReferenceKind, id: string) => string;
  /** One or another. */
  readonly oneOf: (words: readonly string[]) => string;
}

/** What a message says when nothing of it is said. */
const none = "none";

const unitWords: Readonly<Record<string, string>> = {
  DELAY_UNIT_MINUTES: "minutes",
  DELAY_UNIT_HOURS: "hours",
  DELAY_UNIT_DAYS: "days",
  DELAY_UNIT_WEEKS: "weeks",
  DELAY_UNIT_MONTHS: "months",
};

/** Of a duration that is not said yet the unit is none. */
function spanOf(delay: PathDelayJson | undefined): { readonly unit: string; readonly n: number } {
  const { unit, amount = 0 } = delay ?? {};
  return { unit: amount > 0 ? (unitWords[unit ?? ""] ?? none) : none, n: amount };
}

function namesIn({ nameOf, oneOf }: Words, kind: ReferenceKind, ids: readonly string[] | undefined): string {
  return ids && ids.length > 0 ? oneOf(ids.map((id) => nameOf(kind, id))) : none;
}

const typesIn = ({ t, oneOf }: Words, types: readonly AppointmentTypeJson[] | undefined): string =>
  types && types.length > 0 ? oneOf(types.map((type) => t(typeText(type)))) : none;

const nameIn = ({ t, nameOf }: Words, kind: ReferenceKind, id: string | undefined): string =>
  id ? nameOf(kind, id) : t("pathEditor.notChosen");

/** What is said of a booking: who has booked, and what. One here is in services that are named. */
function bookingOf(words: Words, condition: PathConditionJson = {}) {
  const { kind, serviceIds, bookingRoleIds, types, byProfessional } = condition;
  const services = namesIn(words, "service", serviceIds);
  return {
    who: byProfessional ? "both" : "client",
    names: services === none && kind === "CONDITION_KIND_BOOKED" ? words.t("pathEditor.notChosen") : services,
    roles: namesIn(words, "role", bookingRoleIds),
    types: typesIn(words, types),
  };
}

/** What happens for a path to begin. */
export function eventText(words: Words, event: PathConditionJson): string {
  const { t } = words;
  switch (event.kind) {
    case "CONDITION_KIND_BOOKED":
      return t("pathEditor.event.booked", bookingOf(words, event));
    case "CONDITION_KIND_BOOKED_INTEGRATION":
      return t("pathEditor.event.bookedIntegration", bookingOf(words, event));
    default:
      return t("pathEditor.event.missing");
  }
}

/** With what a path begins: all of its events, or one of them. */
export function entrySentence(words: Words, entry: PathEntryJson): string {
  const { t } = words;
  const [first, ...others] = eventsOf(entry).map((event) => eventText(words, event));
  if (first === undefined) return t("pathEditor.entry.none");
  const join = needsAll(entry) ? "pathEditor.entry.both" : "pathEditor.entry.either";
  return t("pathEditor.entry.sentence", {
    events: others.reduce((events, event) => t(join, { events, event }), first),
  });
}

function conditionText(words: Words, condition: PathConditionJson | undefined): string {
  const { t } = words;
  const { kind, serviceIds, subcategoryId, surveyId, times, span } = condition ?? {};
  const services = namesIn(words, "service", serviceIds);
  switch (kind) {
    case "CONDITION_KIND_MANUAL":
      return t("pathEditor.when.manual");
    case "CONDITION_KIND_BOOKED":
      return t("pathEditor.when.booked", bookingOf(words, condition));
    case "CONDITION_KIND_BOOKED_INTEGRATION":
      return t("pathEditor.when.bookedIntegration", bookingOf(words, condition));
    case "CONDITION_KIND_TASK_DONE":
      return t("pathEditor.when.taskDone", { name: nameIn(words, "queue", subcategoryId) });
    case "CONDITION_KIND_SURVEY_ACTIVATED":
      return t("pathEditor.when.surveyActivated", { name: nameIn(words, "survey", surveyId) });
    case "CONDITION_KIND_SURVEY_ANSWERED":
      return t("pathEditor.when.surveyAnswered", { name: nameIn(words, "survey", surveyId) });
    case "CONDITION_KIND_PREVIOUS_REPEATED":
      return t("pathEditor.when.previousRepeated", { n: times ?? 0 });
    case "CONDITION_KIND_SINCE_APPOINTMENT":
      return t("pathEditor.when.sinceAppointment", { names: services, ...spanOf(span) });
    case "CONDITION_KIND_UNTIL_APPOINTMENT":
      return t("pathEditor.when.untilAppointment", { names: services, ...spanOf(span) });
    case "CONDITION_KIND_AFTER_PREVIOUS":
      return t("pathEditor.when.afterPrevious");
    default:
      return t("pathEditor.when.missing");
  }
}

function actionText(words: Words, action: PathActionJson | undefined): string {
  const { t } = words;
  const { kind, serviceId, serviceContentId, surveyId, answerWithin, subcategoryId, title, every, times } =
    action ?? {};
  switch (kind) {
    case "ACTION_KIND_RECOMMENDATION":
      return t("pathEditor.then.recommendation", { name: nameIn(words, "service", serviceId) });
    case "ACTION_KIND_CONTENT":
      return t("pathEditor.then.content", { name: nameIn(words, "content", serviceContentId) });
    case "ACTION_KIND_SURVEY":
      return t("pathEditor.then.survey", { name: nameIn(words, "survey", surveyId), ...spanOf(answerWithin) });
    case "ACTION_KIND_TASK":
      return t("pathEditor.then.task", { name: nameIn(words, "queue", subcategoryId), title: title?.fi || none });
    case "ACTION_KIND_REPEAT_PREVIOUS":
      return t("pathEditor.then.repeat", { ...spanOf(every), times: times ?? 0 });
    default:
      return t("pathEditor.then.missing");
  }
}

/** When it is, after how long, and what is done then. `line`: its place in a line of steps, of which each follows the one before. */
export function sentence(words: Words, { condition, delay, action }: PathStepJson, line?: number): string {
  const { t } = words;
  const inLine = t(line === 0 ? "pathEditor.when.begun" : "pathEditor.when.afterStep");
  const when = line === undefined ? conditionText(words, condition) : inLine;
  const then = actionText(words, action);
  if (!delay) return t("pathEditor.sentence", { when, then });
  return t("pathEditor.sentence.delayed", { when, delay: t("pathEditor.delayed", spanOf(delay)), then });
}
