// @vitest-environment node
/** Which question of a booking comes next, and what is asked for with the answers. */
import { expect, it } from "vitest";
import { grouped } from "../src/features/appointments/ChooseService";
import { daysAfter, nextFree } from "../src/features/appointments/days";
import { before, filterOf, leftOf, stepOf, stepsOf } from "../src/features/appointments/questions";
import { bookingSearch } from "../src/features/appointments/search";

const service = "0190f5a0-0000-7000-8000-000000000001";
const other = "0190f5a0-0000-7000-8000-000000000002";
const role = "0190f5a0-0000-7000-8000-000000000003";
const [lehtola, satama] = ["0190f5a0-0000-7000-8000-00000000000a", "0190f5a0-0000-7000-8000-00000000000b"];

const services = [
  {
    service: { id: service },
    bookingRoleIds: [role],
    locationIds: [lehtola, satama],
    types: ["APPOINTMENT_TYPE_IN_PERSON", "APPOINTMENT_TYPE_VIDEO"] as const,
    firstFreeAt: "2026-11-27T07:00:00Z",
  },
  {
    service: { id: other },
    bookingRoleIds: [role],
    locationIds: [satama],
    types: ["APPOINTMENT_TYPE_PHONE"] as const,
    firstFreeAt: "2026-11-27T07:00:00Z",
  },
].map((each) => ({ ...each, types: [...each.types] }));

const left = (search: Parameters<typeof leftOf>[0]) => leftOf(search, services);

it("asks one question after the other, and none to which there is a single answer", () => {
  const many = { service };
  expect(stepsOf(many, left(many))).toEqual(["what", "where", "time", "confirm"]);
  expect(stepOf({}, left({}), false)).toBe("what");
  expect(stepOf(many, left(many), false)).toBe("where");
  expect(stepOf({ service, place: "any", type: "any" }, left(many), false)).toBe("time");
  expect(stepOf({ service, place: satama, type: "video" }, left(many), false)).toBe("time");
  const single = { service: other };
  expect(stepsOf(single, left(single))).toEqual(["what", "time", "confirm"]);
  expect(stepOf(single, left(single), false)).toBe("time");
});

it("asks anew for an answer that the service does not have", () => {
  const search = { service, place: service, type: "any" } as const;
  expect(stepOf(search, left(search), false)).toBe("where");
});

it("confirms nothing that is not held", () => {
  const search = { service: other, step: "confirm" } as const;
  expect([stepOf(search, left(search), false), stepOf(search, left(search), true)]).toEqual(["time", "confirm"]);
});

it("offers of a role the places and types of all services that have it", () => {
  expect(left({ role })).toEqual({ places: [lehtola, satama], types: ["in-person", "video", "phone"] });
});

it("goes back question by question", () => {
  const answered = { service, place: lehtola, type: "video", step: "confirm" } as const;
  expect(before(answered, "confirm", left(answered))).toEqual({ service, place: lehtola, type: "video" });
  expect(before(answered, "time", left(answered))).toEqual({ service });
  expect(before({ service }, "where", left(answered))).toEqual({});
  expect(before({ service: other }, "time", left({ service: other }))).toEqual({});
  expect(before({}, "what", left({}))).toBeUndefined();
  expect(before({ move: service }, "time", left({}))).toBeUndefined();
});

it("reads of an address what can be an answer, and leaves the rest", () => {
  expect(bookingSearch({ service, place: "any", type: "video", step: "confirm", more: "x" })).toEqual({
    service,
    place: "any",
    type: "video",
    step: "confirm",
  });
  expect(bookingSearch({ service: "1", place: "here", type: "letter", step: "done", move: 5 })).toEqual({});
});

it("looks for what was answered, and for everything where any answer will do", () => {
  expect(filterOf({ service, place: "any", type: "any" })).toEqual({ serviceId: service });
  expect(filterOf({ role, place: satama, type: "home-visit", move: other })).toEqual({
    bookingRoleId: role,
    locationIds: [satama],
    types: ["APPOINTMENT_TYPE_HOME_VISIT"],
    movingAppointmentId: other,
  });
});

it("shows what was recommended first, then what one has had, each once", () => {
  const [one = {}, two = {}] = services;
  const had = [{ service: { id: service } }, { service: { id: other } }];
  expect(grouped([{ ...one, recommended: true }, two], had)).toEqual({
    recommended: [{ ...one, recommended: true }],
    recent: [two],
    others: [],
  });
  expect(grouped([one, two], [])).toEqual({ recommended: [], recent: [], others: [one, two] });
});

it("knows the next free day: behind the chosen one, of the month that is shown, or behind it", () => {
  const free = ["2026-11-27", "2026-11-30"].map((day) => ({ day, first: new Date(`${day}T07:00:00Z`) }));
  const [first] = free as [(typeof free)[0]];
  const known = { first, free, month: "2026-11", later: "2026-12-03" };
  expect(nextFree({ ...known, day: null })).toBe(first);
  expect(nextFree({ ...known, day: "2026-11-27" })?.day).toBe("2026-11-30");
  expect(nextFree({ ...known, day: "2026-11-30" })).toEqual({ day: "2026-12-03" });
  expect(nextFree({ ...known, day: "2026-11-30", later: "" })).toBeUndefined();
  expect(nextFree({ ...known, day: "2026-11-30", month: "2026-12", free: undefined })).toBeUndefined();
  expect(daysAfter("2026-12-28", 7)).toBe("2027-01-04");
});
