/** The links by which guests come to remote appointments, as professionals see them: what became of them, and another one. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  AppointmentPartyKind,
  AppointmentState,
  GuestLinkState,
} from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import { AppointmentType } from "../../shared/src/rpc/gen/kajo/scheduling/v1/common_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { id, open, until } from "./open";

const kaisa = `${id.slice(0, -1)}2`;
const pekka = `${id.slice(0, -1)}3`;
const timestamp = (at: string) => ({ seconds: BigInt(Date.parse(at) / 1000), nanos: 0 });
/** A while after the link was sent. */
const now = Date.parse("2027-11-12T12:10:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true, now });
});
afterEach(() => {
  vi.useRealTimers();
});

const guest = (more: object = {}) => ({
  partyId: kaisa,
  kind: AppointmentPartyKind.GUEST,
  name: "Kaisa Koski",
  email: "kaisa@kajo.example",
  ...more,
});
const sent = { linkState: GuestLinkState.SENT, linkSentAt: timestamp("2027-11-12T12:03:00Z") };
const sending = { linkState: GuestLinkState.SENDING };
const notSent = { linkState: GuestLinkState.NOT_SENT };

const seen = (parties: readonly object[], more: object = {}, mayChangeParticipants = true) => ({
  patientId: id,
  mayChangeParticipants,
  appointment: {
    appointmentId: id,
    state: AppointmentState.BOOKED,
    type: AppointmentType.VIDEO,
    span: { startsAt: timestamp("2027-11-23T06:00:00Z"), endsAt: timestamp("2027-11-23T06:30:00Z"), minutes: 30 },
    parties,
    ...more,
  },
});

type Answers = Record<string, object>;

const answering =
  (answers: Answers) =>
  ({ method, reply }: SeenCall) =>
    reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : (answers[method] ?? {}));

const show = (answers: Answers) => open(`/appointments/${id}`, answering(answers));
const text = () => document.body.textContent ?? "";
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent?.trim()) === name,
  );
const press = (name: string) => act(async () => button(name)?.click());
const row = (name: string) =>
  [...document.querySelectorAll("li")].find((each) => each.textContent?.startsWith(name))?.textContent ?? "";
const dialog = () => document.querySelector("dialog")?.textContent ?? "";
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const asked = (calls: readonly SeenCall[]) => calls.filter(({ method }) => method === "GetCalendarAppointment").length;

const again = "Lähetä linkki uudelleen: Kaisa Koski";

it("SCH-19 tells what became of the link of each guest who takes part, and of nobody else", async () => {
  const parties = [
    { partyId: id, kind: AppointmentPartyKind.PATIENT, name: "Maja Lindqvist" },
    guest(sent),
    guest({ partyId: pekka, name: "Pekka Puro", ...notSent }),
    guest({ partyId: `${id.slice(0, -1)}4`, name: "Irja Into", inactive: true, ...sent }),
  ];
  await show({ GetCalendarAppointment: seen(parties) });
  await until(() => expect(row("Kaisa Koski")).toContain("Linkki lähetetty pe 12.11. klo 14.03"));
  expect(row("Pekka Puro")).toContain("Linkkiä ei saatu lähetettyä");
  expect(row("Pekka Puro")).toContain("Tarkista vieraan sähköpostiosoite ja puhelinnumero.");
  expect(document.querySelector('[role="status"] [data-tone="warning"]')?.textContent).toBe(
    "Linkkiä ei saatu lähetettyä",
  );
  expect(row("Irja Into")).toContain("Ei osallistu enää");
  for (const name of ["Irja Into", "Maja Lindqvist"]) expect(row(name)).not.toMatch(/linkki/i);
});

it("SCH-19 is asked again while a link is on its way, and no longer", async () => {
  const answers: Answers = { GetCalendarAppointment: seen([guest(sending)]) };
  const { calls } = await show(answers);
  await until(() => expect(row("Kaisa Koski")).toContain("Linkkiä lähetetään"));
  const before = asked(calls);
  await pass(3_000);
  await until(() => expect(asked(calls)).toBeGreaterThan(before));
  answers.GetCalendarAppointment = seen([guest(sent)]);
  await pass(3_000);
  await until(() => expect(row("Kaisa Koski")).toContain("Linkki lähetetty"));
  const after = asked(calls);
  await pass(60_000);
  expect(asked(calls)).toBe(after);
});

it.each([
  ["in person", { type: AppointmentType.IN_PERSON }, true],
  ["cancelled", { state: AppointmentState.CANCELLED }, false],
])("SCH-19 waits for no link to an appointment that is %s", async (_what, more, mayChange) => {
  const { calls } = await show({ GetCalendarAppointment: seen([guest(sending)], more, mayChange) });
  await until(() => expect(row("Kaisa Koski")).toContain("kaisa@kajo.example"));
  const before = asked(calls);
  await pass(60_000);
  expect(asked(calls)).toBe(before);
  expect(text()).not.toContain("Linkkiä lähetetään");
  expect(button(again)).toBeUndefined();
});

it("SCH-19 shows what became of a link, and sends no other, once the appointment is over", async () => {
  const done = { state: AppointmentState.DONE };
  await show({ GetCalendarAppointment: seen([guest(notSent)], done, false) });
  await until(() => expect(row("Kaisa Koski")).toContain("Linkkiä ei saatu lähetettyä"));
  expect(text()).not.toContain("Tarkista vieraan sähköpostiosoite");
  expect(button(again)).toBeUndefined();
});

it("SCH-19 sends a guest another link, each time once, and shows how it goes", async () => {
  const answers: Answers = { GetCalendarAppointment: seen([guest(sent)]) };
  const { calls } = await show(answers);
  await until(() => expect(button(again)).toBeTruthy());
  expect(button(again)?.textContent).toBe("Lähetä linkki uudelleen");
  await act(async () => button(again)?.focus());
  answers.GetCalendarAppointment = seen([guest(sending)]);
  await press(again);
  await until(() => expect(text()).toContain("Linkki lähetetään."));
  await until(() => expect(row("Kaisa Koski")).toContain("Linkkiä lähetetään"));
  expect(document.activeElement).toBe(button(again));
  await press(again);
  const links = () => calls.filter(({ method }) => method === "SendGuestLink");
  await until(() => expect(links()).toHaveLength(2));
  expect(links()[0]?.request).toMatchObject({ appointmentId: id, partyId: kaisa });
  expect(new Set(links().map(({ options }) => options.metadata["idempotency-key"])).size).toBe(2);
});

it("SCH-19 sends a link to whom none was sent", async () => {
  const { calls } = await show({ GetCalendarAppointment: seen([guest()]) });
  await until(() => expect(button("Lähetä linkki: Kaisa Koski")).toBeTruthy());
  expect(row("Kaisa Koski")).not.toMatch(/Linkki lähetetty|Linkkiä/);
  await press("Lähetä linkki: Kaisa Koski");
  await until(() => expect(calls.map(({ method }) => method)).toContain("SendGuestLink"));
});

it.each([
  ["guest_links_too_many", "Vieraalle on lähetetty jo monta linkkiä lyhyessä ajassa."],
  ["appointment_not_remote", "Aika ei ole etävastaanotto"],
])("SCH-19 says why no other link is sent: %s", async (reason, words) => {
  const reply = answering({ GetCalendarAppointment: seen([guest(sent)]) });
  await open(`/appointments/${id}`, (call) => {
    if (call.method === "SendGuestLink") throw refused(reason);
    return reply(call);
  });
  await until(() => expect(button(again)).toBeTruthy());
  await press(again);
  await until(() => expect(text()).toContain(words));
  expect(text()).not.toContain("Linkki lähetetään.");
});

const receives = "Vieras saa henkilökohtaisen linkin sähköpostilla, tekstiviestillä tai molemmilla.";
const changes =
  "Jos muutat sähköpostiosoitetta tai puhelinnumeroa, aiempi linkki lakkaa toimimasta ja uusi lähetetään.";
const dies = "Vieraan linkki etävastaanotolle lakkaa toimimasta.";

it.each([
  ["Lisää vieras", [receives], [changes]],
  ["Muuta: Kaisa Koski", [receives, changes], []],
  ["Poista: Kaisa Koski", [dies], []],
  ["Poista: Jussi Hakala", [], [dies]],
])("SCH-19 says what becomes of the link where something is changed: %s", async (name, said, unsaid) => {
  const jussi = { partyId: pekka, kind: AppointmentPartyKind.PRACTITIONER, name: "Jussi Hakala" };
  const answers: Answers = { GetCalendarAppointment: seen([guest(sent), jussi]) };
  await show(answers);
  await until(() => expect(button(name)).toBeTruthy());
  await press(name);
  await until(() => expect(dialog()).not.toBe(""));
  for (const words of said) expect(dialog()).toContain(words);
  for (const words of unsaid) expect(dialog()).not.toContain(words);

  answers.GetCalendarAppointment = seen([guest(), jussi], { type: AppointmentType.IN_PERSON });
  await show(answers);
  await until(() => expect(button(name)).toBeTruthy());
  await press(name);
  await until(() => expect(dialog()).not.toBe(""));
  expect(dialog()).not.toMatch(/linkki|linkin/);
});
