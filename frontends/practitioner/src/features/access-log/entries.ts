/** An entry as it is shown to those who may withhold it, whichever service's log it stands in. */
import { type AccessFacts, factsOfIds, factsOfViewing } from "@kajo/shared/access-log";
import {
  type ConversationAccessEntryJson,
  type GroundJson,
  known,
  type MessageAccessGroundJson,
  type MessageAccessJson,
  type NameAccessorsResponseJson,
  type PatientAccessLogEntryJson,
  type ViewingJson,
  type WithheldEntryJson,
} from "@kajo/shared/rpc";

const viewings = {
  VIEWING_UNSPECIFIED: "accessLog.viewed",
  VIEWING_LOOKUP: "accessLog.lookedUp",
  VIEWING_BASIC_INFO: "accessLog.viewed",
  VIEWING_CHANGED: "accessLog.changed",
  VIEWING_ON_BEHALF: "accessLog.onBehalf",
  VIEWING_MESSAGED: "accessLog.messaged",
  VIEWING_ACCESS_LOG: "accessLog.log",
} as const satisfies Record<ViewingJson, string>;

const grounds = {
  GROUND_UNSPECIFIED: undefined,
  GROUND_CARE: "patient.ground.care",
  GROUND_CLIENT_WORK: "patient.ground.clientWork",
  GROUND_CALL: "patient.ground.call",
  GROUND_CONSULTATION: "patient.ground.consultation",
} as const satisfies Record<GroundJson, string | undefined>;

const accesses = {
  MESSAGE_ACCESS_UNSPECIFIED: "accessLog.message.opened",
  MESSAGE_ACCESS_OPENED: "accessLog.message.opened",
  MESSAGE_ACCESS_FILE_OPENED: "accessLog.message.file",
  MESSAGE_ACCESS_LISTED: "accessLog.message.opened",
  MESSAGE_ACCESS_WRITTEN: "accessLog.message.written",
  MESSAGE_ACCESS_LOG: "accessLog.log",
  MESSAGE_ACCESS_SEEN: "accessLog.message.seen",
  MESSAGE_ACCESS_HANDLED: "accessLog.message.handled",
  MESSAGE_ACCESS_TASK_SEEN: "accessLog.message.taskSeen",
  MESSAGE_ACCESS_TASK_HANDLED: "accessLog.message.taskHandled",
} as const satisfies Record<MessageAccessJson, string>;

const messageGrounds = {
  MESSAGE_ACCESS_GROUND_UNSPECIFIED: undefined,
  MESSAGE_ACCESS_GROUND_PARTICIPANT: "accessLog.ground.participant",
  MESSAGE_ACCESS_GROUND_QUEUE: "accessLog.ground.queue",
  MESSAGE_ACCESS_GROUND_MESSAGE: "accessLog.ground.message",
  MESSAGE_ACCESS_GROUND_MANDATE: "accessLog.ground.mandate",
  MESSAGE_ACCESS_GROUND_PATIENT: "accessLog.ground.patient",
} as const satisfies Record<MessageAccessGroundJson, string | undefined>;

/** What came into a log later than this page is told neutrally. */
const otherAccess = "accessLog.other";
const otherGround = "accessLog.ground.other";

/** Of one that was not written down nothing is said. */
const groundIn = <Grounds extends object, Name extends keyof Grounds>(grounds: Grounds, name: Name) =>
  name in grounds ? grounds[name] : otherGround;

export interface Entry extends AccessFacts {
  readonly what: (typeof viewings)[ViewingJson] | (typeof accesses)[MessageAccessJson] | typeof otherAccess;
  readonly ground: (typeof grounds)[GroundJson] | (typeof messageGrounds)[MessageAccessGroundJson] | typeof otherGround;
  /** Not shown to the person, on this ground and since then. */
  readonly withheld: WithheldEntryJson | undefined;
  /** Why it is not shown. */
  readonly reason: string;
  /** Whether the reader may withhold it or show it again: the server says so, and guards it. */
  readonly mayWithhold: boolean;
}

export function ofPatient({
  entry = {},
  withheld,
  reason = "",
  mayWithhold = false,
}: PatientAccessLogEntryJson): Entry {
  const facts = factsOfViewing(entry);
  return {
    ...facts,
    what: known(viewings, entry.viewing ?? "VIEWING_UNSPECIFIED") ?? otherAccess,
    ground: facts.isRepresentative
      ? "accessLog.ground.mandate"
      : groundIn(grounds, entry.ground ?? "GROUND_UNSPECIFIED"),
    withheld,
    reason,
    mayWithhold,
  };
}

export function ofConversation(
  { entry = {}, withheld, reason = "", mayWithhold = false, representativeName }: ConversationAccessEntryJson,
  names: NameAccessorsResponseJson,
): Entry {
  return {
    ...factsOfIds(entry, names, representativeName),
    what: known(accesses, entry.access ?? "MESSAGE_ACCESS_UNSPECIFIED") ?? otherAccess,
    ground: groundIn(messageGrounds, entry.ground ?? "MESSAGE_ACCESS_GROUND_UNSPECIFIED"),
    withheld,
    reason,
    mayWithhold,
  };
}
