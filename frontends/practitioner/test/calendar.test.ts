/** The calendar of professionals: what is asked for, what can be done with an appointment and when. */
import { act } from "react";
import { expect, it } from "vitest";
import { AppointmentState } from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import { DoubledHour } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
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
  { scheduleId: id, name: "Liisa", own: true },
  { scheduleId: other, name: "Huone 2", own: false },
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

it("SCH-06 shows one's own schedules of the day, and others once they are chosen; the address says what is shown", async () => {
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

it("SCH-06 says so where no schedule is one's own", async () => {
  const { calls } = await open(
    "/appointments",
    answering({ ListCalendarSchedules: { schedules: schedules.slice(1) } }),
  );
  await until(() => expect(text()).toContain("Valitse ajanvarauskirja"));
  expect(calls.map(({ method }) => method)).not.toContain("ListCalendar");
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
