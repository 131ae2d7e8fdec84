/** An entry as it is shown, whichever service's log it stands in. */
import { type AccessFacts, factsOfIds, factsOfViewing } from "@kajo/shared/access-log";
import {
  type AccessLogEntryJson,
  type AppointmentAccessEntryJson,
  type AppointmentAccessGroundJson,
  type AppointmentAccessJson,
  type GroundJson,
  known,
  type MessageAccessEntryJson,
  type MessageAccessGroundJson,
  type MessageAccessJson,
  type NameAccessorsResponseJson,
  type ViewingJson,
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
  GROUND_UNSPECIFIED: "accessLog.ground.unknown",
  GROUND_CARE: "accessLog.ground.care",
  GROUND_CLIENT_WORK: "accessLog.ground.clientWork",
  GROUND_CALL: "accessLog.ground.call",
  GROUND_CONSULTATION: "accessLog.ground.consultation",
} as const satisfies Record<GroundJson, string>;

const accesses = {
  MESSAGE_ACCESS_UNSPECIFIED: "accessLog.message.opened",
  MESSAGE_ACCESS_OPENED: "accessLog.message.opened",
  MESSAGE_ACCESS_FILE_OPENED: "accessLog.message.file",
  MESSAGE_ACCESS_LISTED: "accessLog.message.listed",
  MESSAGE_ACCESS_WRITTEN: "accessLog.message.written",
  MESSAGE_ACCESS_LOG: "accessLog.log",
  MESSAGE_ACCESS_SEEN: "accessLog.message.seen",
  MESSAGE_ACCESS_HANDLED: "accessLog.message.handled",
  MESSAGE_ACCESS_TASK_SEEN: "accessLog.message.taskSeen",
  MESSAGE_ACCESS_TASK_HANDLED: "accessLog.message.taskHandled",
} as const satisfies Record<MessageAccessJson, string>;

const messageGrounds = {
  MESSAGE_ACCESS_GROUND_UNSPECIFIED: "accessLog.ground.unknown",
  MESSAGE_ACCESS_GROUND_PARTICIPANT: "accessLog.ground.participant",
  MESSAGE_ACCESS_GROUND_QUEUE: "accessLog.ground.queue",
  MESSAGE_ACCESS_GROUND_MESSAGE: "accessLog.ground.message",
  MESSAGE_ACCESS_GROUND_MANDATE: "accessLog.ground.mandate",
  MESSAGE_ACCESS_GROUND_PATIENT: "accessLog.ground.patient",
} as const satisfies Record<MessageAccessGroundJson, string>;

const appointmentAccesses = {
  APPOINTMENT_ACCESS_UNSPECIFIED: "accessLog.appointment.opened",
  APPOINTMENT_ACCESS_OPENED: "accessLog.appointment.opened",
  APPOINTMENT_ACCESS_LISTED: "accessLog.appointment.listed",
  APPOINTMENT_ACCESS_TIMES_LOOKED_FOR: "accessLog.appointment.timesLookedFor",
  APPOINTMENT_ACCESS_CHANGED: "accessLog.appointment.changed",
  APPOINTMENT_ACCESS_RECOMMENDATION_SEEN: "accessLog.appointment.recommendationSeen",
  APPOINTMENT_ACCESS_RECOMMENDATION_CHANGED: "accessLog.appointment.recommendationChanged",
  APPOINTMENT_ACCESS_LOG: "accessLog.log",
} as const satisfies Record<AppointmentAccessJson, string>;

const appointmentGrounds = {
  APPOINTMENT_ACCESS_GROUND_UNSPECIFIED: "accessLog.ground.unknown",
  APPOINTMENT_ACCESS_GROUND_PARTICIPANT: "accessLog.ground.appointment",
  APPOINTMENT_ACCESS_GROUND_PATIENT: "accessLog.ground.patient",
  APPOINTMENT_ACCESS_GROUND_MANDATE: "accessLog.ground.mandate",
} as const satisfies Record<AppointmentAccessGroundJson, string>;

/** What came into a log later than this page is told neutrally. */
const otherAccess = "accessLog.other";
const otherGround = "accessLog.ground.other";

export interface Seen extends AccessFacts {
  /** Which conversation, file, appointment or recommendation; empty: the person's own details, or no single one. */
  readonly objectId: string;
  readonly what:
    | (typeof viewings)[ViewingJson]
    | (typeof accesses)[MessageAccessJson]
    | (typeof appointmentAccesses)[AppointmentAccessJson]
    | typeof otherAccess;
  readonly ground:
    | (typeof grounds)[GroundJson]
    | (typeof messageGrounds)[MessageAccessGroundJson]
    | (typeof appointmentGrounds)[AppointmentAccessGroundJson]
    | typeof otherGround;
}

/** What is opened, and may be opened again and again. Whatever changes or sends something is a deed of its own. */
const openings: readonly Seen["what"][] = [
  "accessLog.viewed",
  "accessLog.message.listed",
  "accessLog.message.seen",
  "accessLog.appointment.listed",
  "accessLog.appointment.timesLookedFor",
  "accessLog.appointment.recommendationSeen",
];
const openingsOfOne: readonly Seen["what"][] = [
  "accessLog.message.opened",
  "accessLog.message.file",
  "accessLog.appointment.opened",
];

/** Of messages, files and appointments only where it is known which one it was. */
export const isOpening = ({ what, objectId }: Seen) =>
  openings.includes(what) || (openingsOfOne.includes(what) && objectId !== "");

export function ofViewing(entry: AccessLogEntryJson): Seen {
  const facts = factsOfViewing(entry);
  return {
    ...facts,
    objectId: "",
    what: known(viewings, entry.viewing ?? "VIEWING_UNSPECIFIED") ?? otherAccess,
    ground: facts.isRepresentative
      ? "accessLog.ground.mandate"
      : (known(grounds, entry.ground ?? "GROUND_UNSPECIFIED") ?? otherGround),
  };
}

export function ofMessages(entry: MessageAccessEntryJson, names: NameAccessorsResponseJson): Seen {
  return {
    ...factsOfIds(entry, names, names.representatives?.[entry.representativeId ?? ""]),
    objectId: entry.objectId ?? "",
    what: known(accesses, entry.access ?? "MESSAGE_ACCESS_UNSPECIFIED") ?? otherAccess,
    ground: known(messageGrounds, entry.ground ?? "MESSAGE_ACCESS_GROUND_UNSPECIFIED") ?? otherGround,
  };
}

export function ofAppointments(entry: AppointmentAccessEntryJson, names: NameAccessorsResponseJson): Seen {
  return {
    ...factsOfIds(entry, names, names.representatives?.[entry.representativeId ?? ""]),
    objectId: entry.objectId ?? "",
    what: known(appointmentAccesses, entry.access ?? "APPOINTMENT_ACCESS_UNSPECIFIED") ?? otherAccess,
    ground: known(appointmentGrounds, entry.ground ?? "APPOINTMENT_ACCESS_GROUND_UNSPECIFIED") ?? otherGround,
  };
}
