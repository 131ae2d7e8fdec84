/** The questions of a booking: which are asked, which comes next, and what is looked for by their answers. */
import type { BookableServiceJson, TimeFilterJson } from "@kajo/shared/rpc";
import { any, type BookingSearch, type TypeWord, types, wordOf } from "./search";

/** What can still be chosen of the service or the role that was. */
export interface Left {
  readonly places: readonly string[];
  readonly types: readonly TypeWord[];
}

export function leftOf({ service, role }: BookingSearch, services: readonly BookableServiceJson[]): Left {
  const meant = services.filter((each) =>
    service
      ? each.service?.id === service
      : role !== undefined && (each.bookingRoleIds ?? []).includes(role) && each.firstFreeAt !== undefined,
  );
  const unique = <T>(values: readonly T[]) => [...new Set(values)];
  return {
    places: unique(meant.flatMap((each) => each.locationIds ?? [])),
    types: unique(meant.flatMap((each) => (each.types ?? []).flatMap((type) => wordOf(type) ?? []))),
  };
}

const steps = ["what", "where", "time", "confirm"] as const;
export type BookingStep = (typeof steps)[number];

/** The questions of this booking, in their order: one to which there is a single answer is not asked. */
export function stepsOf({ move }: BookingSearch, left: Left): readonly BookingStep[] {
  if (move) return ["time", "confirm"];
  return left.places.length > 1 || left.types.length > 1 ? steps : ["what", "time", "confirm"];
}

/** The question that comes next. Nothing is confirmed that is not held. */
export function stepOf(search: BookingSearch, left: Left, isHeld: boolean): BookingStep {
  if (search.move === undefined) {
    if (search.service === undefined && search.role === undefined) return "what";
    const isOpen = (answer: string | undefined, answers: readonly string[]) =>
      answers.length > 1 && (answer === undefined || (answer !== any && !answers.includes(answer)));
    if (isOpen(search.place, left.places) || isOpen(search.type, left.types)) return "where";
  }
  return search.step === "confirm" && isHeld ? "confirm" : "time";
}

/** The address of the question before this one. */
export function before(search: BookingSearch, step: BookingStep, left: Left): BookingSearch | undefined {
  const asked = stepsOf(search, left);
  const { step: _confirm, place, type, ...what } = search;
  switch (asked[asked.indexOf(step) - 1]) {
    case "time":
      return { ...what, ...(place ? { place } : {}), ...(type ? { type } : {}) };
    case "where":
      return what;
    case "what":
      return {};
    default:
      return undefined;
  }
}

/** What is looked for, as the service wants to hear it. */
export function filterOf({ service, role, place, type, move }: BookingSearch): TimeFilterJson {
  return {
    ...(service ? { serviceId: service } : {}),
    ...(role ? { bookingRoleId: role } : {}),
    ...(place && place !== any ? { locationIds: [place] } : {}),
    ...(type && type !== any ? { types: [types[type]] } : {}),
    ...(move ? { movingAppointmentId: move } : {}),
  };
}
