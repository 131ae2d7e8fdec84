/** Where remote appointments stand by the clock: pure, it is told what time it is. */
import type { AppointmentJson, AppointmentStateJson, MeetingStateJson } from "@kajo/shared/rpc";

/** A remote appointment: one's own, or the one that a guest was invited to. */
export interface Remote extends Pick<AppointmentJson, "joining" | "span"> {
  readonly state?: AppointmentStateJson | MeetingStateJson;
}

/** `none`: one does not come to it by video. */
export type Standing = "before" | "open" | "over" | "cancelled" | "none";

const minuteMs = 60_000;

/** How long before one may come it is counted down, and shown where one would not look for it. */
const soonMs = 60 * minuteMs;

/** NaN where it is not told: compared with anything, that is false. */
const at = (moment: string | undefined) => Date.parse(moment ?? "");

export const opensAt = ({ joining }: Remote): number => at(joining?.opensAt);
export const startsAt = ({ span }: Remote): number => at(span?.startsAt);

export function standingOf(appointment: Remote, now: number): Standing {
  const { state, joining, span } = appointment;
  if (state === "APPOINTMENT_STATE_CANCELLED" || state === "MEETING_STATE_CANCELLED") return "cancelled";
  if (state === "APPOINTMENT_STATE_DONE" || state === "MEETING_STATE_OVER") return "over";
  // Both moments belong to it.
  if (joining) {
    if (now < opensAt(appointment)) return "before";
    return now > at(joining.closesAt) ? "over" : "open";
  }
  return now > startsAt(appointment) + (span?.minutes ?? 0) * minuteMs ? "over" : "none";
}

/** One can come within the hour, or now. */
export function isSoon(appointment: Remote, now: number): boolean {
  const standing = standingOf(appointment, now);
  return standing === "open" || (standing === "before" && now >= opensAt(appointment) - soonMs);
}

/** When something about it changes by itself. */
export function momentsOf(appointment: Remote): readonly number[] {
  if (!appointment.joining) return [];
  const opens = opensAt(appointment);
  return [opens - soonMs, opens, startsAt(appointment), at(appointment.joining.closesAt) + 1].filter(Number.isFinite);
}
