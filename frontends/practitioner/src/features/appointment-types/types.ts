import type { AppointmentTypeJson } from "@kajo/shared/rpc";

/** How people meet, to choose from. */
export const appointmentTypes = [
  ["APPOINTMENT_TYPE_IN_PERSON", "appointmentType.inPerson"],
  ["APPOINTMENT_TYPE_VIDEO", "appointmentType.video"],
  ["APPOINTMENT_TYPE_PHONE", "appointmentType.phone"],
  ["APPOINTMENT_TYPE_HOME_VISIT", "appointmentType.homeVisit"],
] as const;

export const typeText = (type: AppointmentTypeJson | undefined) =>
  appointmentTypes.find(([id]) => id === type)?.[1] ?? "appointmentType.bySource";
