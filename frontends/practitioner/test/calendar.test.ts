/** The calendar of professionals: what is asked for, what can be done with an appointment and when. */
import { act } from "react";
import { expect, it } from "vitest";
import {
  AppointmentSide,
  AppointmentState,
  AppointmentStepKind,
} from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import { BookingSystem, DoubledHour } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import { Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { fails } from "../../shared/test/pages";
import { id, open, until } from "./open";

const other = "0190f5a0-0000-7000-8000-000000000002";
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
const span = {
  startsAt: timestamp("2027-10-31T01:30:00Z"),
  endsAt: timestamp("2027-10-31T02:00:00Z"),
  minutes: 30,
  civilStart: "2027-10-31T03:30",
  doubledHour: DoubledHour.WINTER,
};
const schedules = [
  { scheduleId: id, name: "Liisa", own: true, chosen: true },
  { scheduleId: other, name: "Huone 2", own: false, chosen: false },
];

const answering =
  (answers: Readonly<Record<string, object>>) =>
  ({ method, reply }: SeenCall) =>
    reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : (answers[method] ?? {}));

const text = () => document.body.textContent ?? "";
const button = (name: string) =>
  [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === name);
const submit = () => act(async () => document.querySelector<HTMLFormElement>("dialog form")?.requestSubmit());
const press = (name: string) => act(async () => button(name)?.click());

it("SCH-06 shows the schedules that are chosen, by day and by week; the address says what is shown", async () => {
  const entries = [
    { scheduleId: id, span, appointmentId: id, state: AppointmentState.BOOKED, patientName: "Maja Lindqvist" },
    { scheduleId: id, span },
  ];
  const answers = answering({ ListCalendarSchedules: { schedules }, ListCalendar: { entries } });
  const { router, calls } = await open("/appointments?date=2027-10-31", answers);
  await until(() => expect(text()).toContain("Maja Lindqvist"));
  const asked = () => calls.filter(({ method }) => method === "ListCalendar").map(({ request }) => request);
  expect(asked()).toMatchObject([{ scheduleIds: [id], date: "2027-10-31", days: 1 }]);
  // The clocks show the hour twice, and of what one may not know the time is told alone.
  expect(text()).toContain("03:30–04:00 (talviaikaa)");
  expect(document.querySelectorAll("section li").length).toBe(2);
  expect(document.querySelectorAll("section li a").length).toBe(1);

  await act(async () => document.querySelector<HTMLInputElement>('input[value="week"]')?.click());
  await until(() => expect(asked().at(-1)).toMatchObject({ date: "2027-10-25", days: 7 }));
  await press("Seuraava viikko");
  await until(() => expect(asked().at(-1)).toMatchObject({ date: "2027-11-01", days: 7 }));
  expect(router.state.location.search).toMatchObject({ view: "week", date: "2027-11-07" });
});

it("SCH-06 says so where no schedule is chosen", async () => {
  const { calls } = await open(
    "/appointments",
    answering({ ListCalendarSchedules: { schedules: schedules.slice(1) } }),
  );
  await until(() => expect(text()).toContain("Valitse ajanvarauskirja"));
  expect(calls.map(({ method }) => method)).not.toContain("ListCalendar");
});

it("remembers which schedules are chosen: they are shown without an address, and a choice is kept by the service", async () => {
  const known = schedules.map((each) => ({ ...each, chosen: each.scheduleId === other }));
  const answers = answering({ ListCalendarSchedules: { schedules: known } });
  const { router, calls } = await open("/appointments?date=2027-10-31", answers);
  const asked = () => calls.filter(({ method }) => method === "ListCalendar").map(({ request }) => request);
  // One's own is not shown beside what was chosen in its place.
  await until(() => expect(asked()).toMatchObject([{ scheduleIds: [other] }]));
  const own = [...document.querySelectorAll("label")].find((each) => each.textContent?.includes("Liisa (oma)"));
  await act(async () => own?.click());
  const kept = () => calls.filter(({ method }) => method === "ChooseCalendarSchedules").map(({ request }) => request);
  await until(() => expect(kept()).toMatchObject([{ scheduleIds: [other, id] }]));
  await until(() => expect(asked().at(-1)).toMatchObject({ scheduleIds: [id, other] }));
  expect(router.state.location.search).toMatchObject({ schedules: [other, id] });
  // An address that names some wins over what is remembered.
  const linked = await open(`/appointments?schedules=${JSON.stringify([id])}`, answers);
  await until(() =>
    expect(linked.calls.find(({ method }) => method === "ListCalendar")?.request).toMatchObject({ scheduleIds: [id] }),
  );
  expect(linked.calls.map(({ method }) => method)).not.toContain("ChooseCalendarSchedules");
});

it("keeps a choice that could not be remembered in the address, and says so", async () => {
  const { router } = await open("/appointments?date=2027-10-31", (call) =>
    call.method === "ChooseCalendarSchedules"
      ? fails(Code.internal)()
      : answering({ ListCalendarSchedules: { schedules } })(call),
  );
  await until(() => expect(text()).toContain("Huone 2"));
  const room = [...document.querySelectorAll("label")].find((each) => each.textContent?.includes("Huone 2"));
  await act(async () => room?.click());
  await until(() => expect(document.querySelector('[data-in="page"]')?.textContent).toBeTruthy());
  expect(router.state.location.search).toMatchObject({ schedules: [id, other] });
});

const at = (from: string, to: string) => ({
  startsAt: timestamp(`2027-10-29T${from}:00Z`),
  endsAt: timestamp(`2027-10-29T${to}:00Z`),
  civilStart: `2027-10-29T${from}`,
});
const rows = () => [...document.querySelectorAll("section li")].map((each) => each.textContent);

it("tells free times between what is booked, those without a gap as one, and how a day is unlike others", async () => {
  const answers = answering({
    ListCalendarSchedules: { schedules: schedules.map((each) => ({ ...each, chosen: true })) },
    ListCalendar: {
      entries: [{ scheduleId: id, span: at("07:00", "07:30") }],
      free: [
        { scheduleId: id, span: at("06:00", "06:30") },
        { scheduleId: other, span: at("06:00", "06:30") },
        { scheduleId: id, span: at("06:30", "07:00") },
        { scheduleId: id, span: at("07:30", "08:00") },
        { scheduleId: id, span: at("09:00", "09:30") },
      ],
      exceptions: [
        { scheduleId: id, date: "2027-10-29", hours: [{ from: "09:00", until: "12:00" }] },
        { scheduleId: other, date: "2027-10-30" },
      ],
    },
  });
  await open("/appointments?date=2027-10-29", answers);
  await until(() =>
    expect(rows()).toEqual([
      "Poikkeavat ajat: 09:00–12:00 · Liisa",
      "09:00–10:002 vapaata aikaa · Liisa",
      "09:00–09:30Vapaa · Huone 2",
      "10:00–10:30Varattu · Liisa",
      "10:30–11:00Vapaa · Liisa",
      "12:00–12:30Vapaa · Liisa",
    ]),
  );
  await act(async () => document.querySelector<HTMLInputElement>('input[value="week"]')?.click());
  await until(() => expect(rows()).toContain("Suljettu tänä päivänä · Huone 2"));
});

it("asks for the calendar once when the day changes, and for nothing else", async () => {
  const { calls } = await open("/appointments?date=2027-10-29", answering({ ListCalendarSchedules: { schedules } }));
  await until(() => expect(text()).toContain("Ei ajanvarauksia."));
  const before = calls.length;
  await press("Seuraava päivä");
  await until(() => expect(calls.at(-1)?.request).toMatchObject({ date: "2027-10-30" }));
  expect(calls.slice(before).map(({ method }) => method)).toEqual(["ListCalendar"]);
});

it("leads back to the calendar as it was: its view, its schedules and its patient", async () => {
  const address = { view: "week", date: "2027-10-27", schedules: [other], patient: id };
  const search = new URLSearchParams({ ...address, schedules: JSON.stringify(address.schedules) });
  const entries = [{ scheduleId: other, span, appointmentId: id, state: AppointmentState.BOOKED, patientName: "Maja" }];
  const answers = answering({
    ListCalendarSchedules: { schedules },
    ListCalendar: { entries },
    GetCalendarAppointment: { appointment: { appointmentId: id, state: AppointmentState.BOOKED, span }, patientId: id },
  });
  const { router } = await open(`/appointments?${search}`, answers);
  const link = (words: string) =>
    [...document.querySelectorAll("a")].find((each) => each.textContent?.trim() === words);
  await until(() => expect(link("Maja")).toBeTruthy());
  await act(async () => link("Maja")?.click());
  await until(() => expect(link("Takaisin kalenteriin")).toBeTruthy());
  await act(async () => link("Takaisin kalenteriin")?.click());
  await until(() => expect(router.state.location.pathname).toMatch(/\/appointments$/));
  expect(router.state.location.search).toMatchObject(address);
});

it("says by name who did something with an appointment, as far as that is told", async () => {
  const steps = [
    { kind: AppointmentStepKind.BOOKED, side: AppointmentSide.PRACTITIONER, name: "Liisa Laine", at: span.startsAt },
    { kind: AppointmentStepKind.MOVED, side: AppointmentSide.RESIDENT, at: span.startsAt },
  ];
  const appointment = { appointmentId: id, state: AppointmentState.BOOKED, span, steps };
  await open(`/appointments/${id}`, answering({ GetCalendarAppointment: { appointment, patientId: other } }));
  await until(() => expect(text()).toContain("Liisa Laine (ammattilainen)"));
  expect(text()).not.toContain("(potilas)");
});

const booked = { appointmentId: id, state: AppointmentState.BOOKED, span, cancelling: {}, parties: [] };

it("SCH-06 marks as done what has begun, once it is confirmed", async () => {
  const seen = { appointment: booked, patientId: other, mayMarkDone: true };
  const { calls } = await open(`/appointments/${id}`, answering({ GetCalendarAppointment: seen }));
  await until(() => expect(button("Merkitse tehdyksi")).toBeTruthy());
  await press("Merkitse tehdyksi");
  const dialog = document.querySelector("dialog");
  await act(async () =>
    [...(dialog?.querySelectorAll("button") ?? [])].find((each) => each.textContent === "Merkitse tehdyksi")?.click(),
  );
  await until(() => expect(text()).toContain("Aika merkittiin tehdyksi."));
  expect(calls.find(({ method }) => method === "MarkAppointmentDone")?.request).toMatchObject({ appointmentId: id });
});

it("SCH-06 says from when on an appointment can be marked as done, and sends no cancelling without a reason", async () => {
  const seen = { appointment: booked, patientId: other, doneFrom: span.startsAt };
  const { calls } = await open(`/appointments/${id}`, answering({ GetCalendarAppointment: seen }));
  await until(() => expect(text()).toContain("Ajan voi merkitä tehdyksi, kun se on alkanut"));
  expect(button("Merkitse tehdyksi")).toBeUndefined();
  await press("Peru aika");
  await submit();
  const sent = () => calls.filter(({ method }) => method === "CancelForPatient").map(({ request }) => request);
  expect(sent()).toEqual([]);
  const reason = document.querySelector<HTMLTextAreaElement>('textarea[name="reason"]');
  expect(document.activeElement).toBe(reason);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(reason, " Sairastunut ");
    reason?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await submit();
  await until(() => expect(text()).toContain("Aika peruttiin."));
  expect(sent()).toMatchObject([{ appointmentId: id, reason: "Sairastunut" }]);
});

it("SCH-14 says that an appointment is kept in another system, and offers nothing that is done there alone", async () => {
  const seen = {
    appointment: { ...booked, keptIn: BookingSystem.LIFECARE },
    patientId: other,
    mayMarkDone: true,
    doneFrom: span.startsAt,
    mayChangeParticipants: true,
  };
  await open(`/appointments/${id}`, answering({ GetCalendarAppointment: seen }));
  await until(() => expect(text()).toContain("Varattu järjestelmässä Lifecare. Muutokset tehdään siellä."));
  expect(button("Avaa potilaan sivu")).toBeTruthy();
  for (const name of ["Peru aika", "Merkitse tehdyksi", "Lisää työtoveri", "Lisää vieras"])
    expect(button(name)).toBeUndefined();
  expect(text()).not.toContain("Ajan voi merkitä tehdyksi");
});
