/** Where the booking of an appointment stands, as its address says it: a question that is answered stands there with its answer. */
import type { AppointmentTypeJson } from "@kajo/shared/rpc";

/** Whatever there is, for a question that has been asked. */
export const any = "any";

/** Types as the address names them. */
export const types = {
  "in-person": "APPOINTMENT_TYPE_IN_PERSON",
  phone: "APPOINTMENT_TYPE_PHONE",
  video: "APPOINTMENT_TYPE_VIDEO",
  "home-visit": "APPOINTMENT_TYPE_HOME_VISIT",
} as const satisfies Record<string, AppointmentTypeJson>;

export type TypeWord = keyof typeof types;

export const wordOf = (type: AppointmentTypeJson): TypeWord | undefined =>
  (Object.keys(types) as TypeWord[]).find((word) => types[word] === type);

export interface BookingSearch {
  readonly service?: string;
  readonly role?: string;
  /** A location, or any. */
  readonly place?: string;
  readonly type?: TypeWord | typeof any;
  /** What is held is looked at before it is confirmed. */
  readonly step?: "confirm";
  /** The appointment that is to be moved. */
  readonly move?: string;
}

export function bookingSearch(asked: Record<string, unknown>): BookingSearch {
  const id = (name: string) => {
    const value = asked[name];
    return typeof value === "string" && /^[0-9a-f-]{36}$/i.test(value) ? { [name]: value } : {};
  };
  const { place, type, step } = asked;
  return {
    ...id("service"),
    ...id("role"),
    ...(place === any ? { place } : id("place")),
    ...(type === any || (typeof type === "string" && type in types) ? { type: type as TypeWord | typeof any } : {}),
    ...(step === "confirm" ? { step } : {}),
    ...id("move"),
  };
}

/** Where and how, as it was answered. */
export type Answers = Pick<BookingSearch, "place" | "type">;
