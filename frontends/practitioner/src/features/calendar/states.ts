import { type AppointmentStateJson, known, unknownState } from "@kajo/shared/rpc";

const states = {
  APPOINTMENT_STATE_UNSPECIFIED: ["calendar.state.booked", "info"],
  APPOINTMENT_STATE_BOOKED: ["calendar.state.booked", "info"],
  APPOINTMENT_STATE_CANCELLED: ["calendar.state.cancelled", "danger"],
  APPOINTMENT_STATE_DONE: ["calendar.state.done", "success"],
} as const satisfies Record<AppointmentStateJson, readonly [string, string]>;

/** How an appointment stands, as a tag: its text and its tone. */
export const stateOf = (state: AppointmentStateJson = "APPOINTMENT_STATE_UNSPECIFIED") =>
  known(states, state) ?? unknownState;
