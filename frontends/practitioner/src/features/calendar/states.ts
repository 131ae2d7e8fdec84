import type { AppointmentStateJson } from "@kajo/shared/rpc";

/** How an appointment stands. */
export const states = {
  APPOINTMENT_STATE_UNSPECIFIED: ["calendar.state.booked", "info"],
  APPOINTMENT_STATE_BOOKED: ["calendar.state.booked", "info"],
  APPOINTMENT_STATE_CANCELLED: ["calendar.state.cancelled", "danger"],
  APPOINTMENT_STATE_DONE: ["calendar.state.done", "success"],
} as const satisfies Record<AppointmentStateJson, readonly [string, string]>;
