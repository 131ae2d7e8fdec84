/** When one may come to the call of a remote appointment, and where the appointment stands by the clock of the server (SCH-08). */
import type { JoinWindowJson, RemoteAppointmentJson, RemoteStateJson } from "@kajo/shared/rpc";
import { startOf } from "./free";

type JoinStanding = "early" | "open" | "over";

const opensAt = (joining: JoinWindowJson) => Date.parse(joining.opensAt ?? "");

/** This moment included. */
const closesAt = (joining: JoinWindowJson) => Date.parse(joining.closesAt ?? "");

/** `now`: in milliseconds since 1970. */
export function joinStanding(joining: JoinWindowJson, now: number): JoinStanding {
  if (now < opensAt(joining)) return "early";
  return now > closesAt(joining) ? "over" : "open";
}

/** As long as that is news; what had opened longer ago, a page that is shown then has not to tell. */
const newsMs = 120_000;

/** It is said once: the clock of the page stands still from one moment to the next. */
export const hasJustOpened = (joining: JoinWindowJson, now: number): boolean =>
  joinStanding(joining, now) === "open" && now - opensAt(joining) < newsMs;

/** When it is another one. */
export const joinMoments = (joining: JoinWindowJson | undefined): readonly number[] =>
  joining ? [opensAt(joining), closesAt(joining) + 1] : [];

/** What was to come when it was fetched has begun meanwhile. */
export function stateAt(
  { state = "REMOTE_STATE_UPCOMING", span }: RemoteAppointmentJson,
  now: number,
): RemoteStateJson {
  return state === "REMOTE_STATE_UPCOMING" && now >= startOf(span) ? "REMOTE_STATE_ONGOING" : state;
}
