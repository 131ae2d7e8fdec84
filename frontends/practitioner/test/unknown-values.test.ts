/** Values of enums that a newer server says and this app does not know: they come as their numbers. */
import { expect, it } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { ofConversation, ofPatient } from "../src/features/access-log/entries";
import { kindText } from "../src/features/admin/queues/kinds";
import { stateOf } from "../src/features/calendar/states";
import { isMessagingUnknown, messagingBar } from "../src/features/patient/info/messaging";
import { id, open, until } from "./open";

/** One that no enum has. */
const later = 99;
const unknown = later as never;
const at = { seconds: 1_826_000_000n, nanos: 0 };
const title = { fi: "Selän venyttely" };
const service = { id, names: { texts: { fi: "Haavahoito" } } };
const span = { startsAt: at, endsAt: at, civilStart: "2027-11-11T08:00" };

const answering =
  (answers: Readonly<Record<string, object>>) =>
  ({ method, reply }: SeenCall) =>
    reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : (answers[method] ?? {}));

const text = () => document.querySelector("main")?.textContent ?? "";
const tags = () =>
  [...document.querySelectorAll("main *")].filter((each) => each.children.length === 0 && each.textContent === "Muu");

it("OPS-09 tells neutrally of an access, and of a ground, that came into a log later", () => {
  const neutral = { what: "accessLog.other", ground: "accessLog.ground.other" };
  expect(ofPatient({ entry: { viewing: unknown, ground: unknown } })).toMatchObject(neutral);
  expect(ofConversation({ entry: { access: unknown, ground: unknown } }, {})).toMatchObject(neutral);
  expect(ofPatient({}).ground).toBeUndefined();
});

it("OPS-09 has a neutral word for an unknown state of an appointment and kind of queue", () => {
  expect(stateOf(unknown)).toEqual(["unknown.value", "neutral"]);
  expect(stateOf(undefined)).toEqual(["calendar.state.booked", "info"]);
  expect(kindText(unknown)).toBe("queueKind.unknown");
});

it("OPS-09 lets the server decide of messages where the page does not know the rule, and says so", () => {
  expect([messagingBar(unknown), isMessagingUnknown(unknown)]).toEqual([undefined, true]);
  expect([messagingBar("MESSAGING_ALLOWED"), isMessagingUnknown("MESSAGING_ALLOWED")]).toEqual([undefined, false]);
  expect([messagingBar(undefined), isMessagingUnknown(undefined)]).toEqual(["patient.messaging.noConsent", false]);
});

it("OPS-09 shows the page of a patient of whom nothing is as this page knows it", async () => {
  const answers = {
    GetPatient: {
      patient: { patientId: id, firstName: "Maja", lastName: "Lindqvist", state: later, messaging: later },
    },
    ListCustomerTasksOfPatient: { tasks: [{ customerTaskId: id, title: "Verenpaine", state: later, activatedAt: at }] },
    ListSurveysOfPatient: { surveys: [{ surveyActivationId: id, title, state: later, activatedAt: at }] },
    ListContentsOfPatient: {
      contents: [{ patientContentId: id, title, state: later, matter: later, activatedAt: at }],
    },
    ListPatientAppointments: { appointments: [{ appointmentId: id, state: later, type: later, service, span }] },
    ListRecommendationsOfPatient: {
      recommendations: [{ recommendationId: id, state: later, service, activatedAt: at }],
    },
  };
  await open(`/patient?patient=${id}`, answering(answers));
  await until(() => expect(tags().length).toBe(6));
  expect(text()).toContain("Maja Lindqvist");
  expect(text()).toContain("Ei ole varmaa, voiko potilaalle lähettää viestejä.");
  expect(text()).toContain("Kirjoita viesti");
});

it("OPS-09 shows an appointment with unknown state, party and step", async () => {
  const appointment = {
    appointmentId: id,
    state: later,
    type: later,
    service,
    span,
    parties: [{ partyId: id, kind: later, name: "Maja Lindqvist" }],
    steps: [
      { kind: later, at, side: later, name: "Liisa Virtanen" },
      { kind: 1, at, side: later },
    ],
  };
  await open(`/appointments/${id}`, answering({ GetCalendarAppointment: { appointment } }));
  // State, party, title of the first step, and whose the second one was.
  await until(() => expect(tags().length).toBe(4));
  expect(text()).toContain("Liisa Virtanen");
});
