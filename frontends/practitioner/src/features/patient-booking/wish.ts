/** What is to be booked, as far as it is known, and what is left to choose from. */
import type { AppointmentTypeJson, BookableTimeJson, BookingChoiceJson, NewParticipantJson } from "@kajo/shared/rpc";
import { type Guest, nobody } from "../participants/guest";

interface Colleague {
  readonly id: string;
  readonly name: string;
}

export interface Wish {
  readonly service: string;
  /** `nowhere`: at no place in particular. */
  readonly place: string;
  readonly role: string;
  readonly patient: string;
  readonly colleagues: readonly Colleague[];
  readonly guests: readonly Guest[];
  /** Being written, and not added yet. */
  readonly guest: Guest;
  readonly type: AppointmentTypeJson | undefined;
  readonly minutes: number | undefined;
  readonly time: BookableTimeJson | undefined;
  readonly isCancelable: boolean;
}

export const nowhere = "nowhere";

export const beginning = (patient: string): Wish => ({
  service: "",
  place: "",
  role: "",
  patient,
  colleagues: [],
  guests: [],
  guest: nobody,
  type: undefined,
  minutes: undefined,
  time: undefined,
  isCancelable: true,
});

const serviceOf = ({ service }: BookingChoiceJson) => service?.id ?? "";
const placeOf = ({ place }: BookingChoiceJson) => place?.locationId || nowhere;
const roleOf = ({ role }: BookingChoiceJson) => role?.bookingRoleId ?? "";

/** One choice for each of what is chosen between, in the order in which they come: one's own first. */
function each<Key>(choices: readonly BookingChoiceJson[], keyOf: (choice: BookingChoiceJson) => Key) {
  const first = new Map<Key, BookingChoiceJson>();
  for (const choice of choices) if (!first.has(keyOf(choice))) first.set(keyOf(choice), choice);
  return first;
}

/** What is chosen, where it can be; where there is one answer, that. */
function settled<Key>(answers: ReadonlyMap<Key, unknown>, chosen: Key): Key | undefined {
  if (answers.has(chosen)) return chosen;
  return answers.size === 1 ? [...answers.keys()][0] : undefined;
}

/** The answers that are left of each question, and those that are given. */
export function left(choices: readonly BookingChoiceJson[], wish: Wish) {
  const services = each(choices, serviceOf);
  const service = settled(services, wish.service) ?? "";
  const ofService = choices.filter((choice) => serviceOf(choice) === service);
  const places = each(ofService, placeOf);
  const place = settled(places, wish.place) ?? "";
  const there = ofService.filter((choice) => placeOf(choice) === place);
  const roles = each(there, roleOf);
  const role = settled(roles, wish.role) ?? "";
  const inRole = there.filter((choice) => roleOf(choice) === role);
  const types = each(inRole, ({ type }) => type);
  const type = settled(types, wish.type);
  const lengths = each(
    inRole.filter((choice) => choice.type === type),
    ({ minutes }) => minutes,
  );
  return {
    services,
    service,
    places,
    place,
    roles,
    role,
    types,
    type,
    lengths,
    minutes: settled(lengths, wish.minutes),
  };
}

export type Left = ReturnType<typeof left>;

/** It is a remote appointment or, as long as nobody has said how people meet, can become one. */
export const mayBeRemote = ({ type, types }: Left) =>
  type ? type === "APPOINTMENT_TYPE_VIDEO" : types.has("APPOINTMENT_TYPE_VIDEO");

/** What is said of a time no longer holds once anything changes that it was found by. */
export function changed(wish: Wish, part: Partial<Wish>): Wish {
  const keeps: readonly string[] = ["guest", "guests", "isCancelable", "time"] satisfies readonly (keyof Wish)[];
  const isKept = Object.keys(part).every((name) => keeps.includes(name));
  return { ...wish, ...(isKept ? {} : { time: undefined }), ...part };
}

/** Who takes part, as the service is told. */
export const participantsOf = ({ colleagues, guests }: Wish): NewParticipantJson[] => [
  ...colleagues.map(({ id }) => ({ practitionerId: id })),
  ...guests.map(({ name, email, phone }) => ({ name, email, phone })),
];
