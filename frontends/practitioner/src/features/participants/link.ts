/** The links by which guests come to the calls of remote appointments (SCH-19). */
import type { AppointmentJson, AppointmentPartyJson, GetCalendarAppointmentResponseJson } from "@kajo/shared/rpc";

export const isRemote = ({ type }: AppointmentJson) => type === "APPOINTMENT_TYPE_VIDEO";

/** A guest of a remote appointment who takes part still. */
export const hasLink = (appointment: AppointmentJson, { kind, inactive }: AppointmentPartyJson) =>
  isRemote(appointment) && kind === "APPOINTMENT_PARTY_KIND_GUEST" && !inactive;

/** One is on its way. Of what is over or cancelled none is waited for any more. */
export const isLinkAwaited = ({ appointment = {}, mayChangeParticipants }: GetCalendarAppointmentResponseJson) =>
  mayChangeParticipants === true &&
  (appointment.parties ?? []).some(
    (party) => hasLink(appointment, party) && party.linkState === "GUEST_LINK_STATE_SENDING",
  );
