/** Remote appointments of professionals: where they stand, when they can be joined, and those that were cancelled. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppointmentState } from "../../shared/src/rpc/gen/kajo/scheduling/v1/appointment_pb";
import { RemoteState } from "../../shared/src/rpc/gen/kajo/scheduling/v1/remote_pb";
import { hearServerTime } from "../../shared/src/rpc/server-time";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { id, open, until } from "./open";

const other = `${id.slice(0, -1)}2`;
const third = `${id.slice(0, -1)}3`;
const fourth = `${id.slice(0, -1)}4`;
const minuteMs = 60_000;

/** It is ten o'clock in Finland; so many minutes later. */
const ten = Date.UTC(2027, 9, 29, 7, 0);
const at = (minutes: number) => ({ seconds: BigInt((ten + minutes * minuteMs) / 1_000), nanos: 0 });
const civil = (minutes: number) =>
  `2027-10-29T${new Date(ten + minutes * minuteMs + 3 * 60 * minuteMs).toISOString().slice(11, 16)}`;

const spanAt = (minutes: number) => ({
  startsAt: at(minutes),
  endsAt: at(minutes + 30),
  minutes: 30,
  civilStart: civil(minutes),
});
const remote = (minutes: number, more: object = {}) => ({
  scheduleId: id,
  span: spanAt(minutes),
  state: RemoteState.UPCOMING,
  appointmentId: id,
  service: { names: { texts: { fi: "Hoitajan etävastaanotto" } } },
  patientName: "Maja Lindqvist",
  practitionerName: "Liisa Virtanen",
  joining: { opensAt: at(minutes - 10), closesAt: at(minutes + 60) },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true, now: ten });
});
afterEach(() => {
  hearServerTime(new Headers({ date: new Date().toUTCString() }));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Answers = Record<string, object>;

const answering =
  (answers: Answers) =>
  ({ method, reply }: SeenCall) =>
    reply(method === "ListWorkContexts" ? { roleId: id, locationId: id } : (answers[method] ?? {}));

const schedules = [{ scheduleId: id, name: "Liisa", own: true, chosen: true }];

const listOf = (answers: Answers) =>
  open("/appointments?view=remote", answering(Object.assign(answers, { ListCalendarSchedules: { schedules } })));

const text = () => document.body.textContent ?? "";
const button = (name: string) =>
  [...document.querySelectorAll("button")].findLast((each) => each.textContent?.trim() === name);
const press = (name: string) => act(async () => button(name)?.click());
const confirm = (name: string) =>
  act(async () =>
    [...document.querySelectorAll<HTMLButtonElement>("dialog button")]
      .find((each) => each.textContent?.trim() === name)
      ?.click(),
  );
const rowsOf = (group: string) =>
  [...document.querySelectorAll(`section[aria-label="${group}"] li`)].map((each) => each.textContent ?? "");
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const told = () => [...document.querySelectorAll('main [role="status"]')].map((each) => each.textContent);
const canJoin = () => button("Liity")?.getAttribute("aria-disabled") !== "true";

it("SCH-08 lists those that go on, are to come and were cancelled, who waits, and of others that the time is taken", async () => {
  const appointments = [
    remote(-5, { state: RemoteState.ONGOING, waiting: 1, takingPart: 2 }),
    remote(60, { appointmentId: other, patientName: "Eino Saarinen" }),
    { scheduleId: id, span: spanAt(90), state: RemoteState.UPCOMING },
    remote(120, { appointmentId: third, state: RemoteState.CANCELLED, joining: undefined, cancelledAt: at(-60) }),
  ];
  const { calls } = await listOf({ ListRemoteAppointments: { appointments } });
  await until(() => expect(rowsOf("Käynnissä")).toHaveLength(1));
  expect(calls.find(({ method }) => method === "ListRemoteAppointments")?.request).toMatchObject({ scheduleIds: [id] });
  expect(calls.map(({ method }) => method)).not.toContain("ListCalendar");
  const [ongoing = ""] = rowsOf("Käynnissä");
  for (const words of [
    "09:55–10:25",
    "Maja Lindqvist",
    "Hoitajan etävastaanotto",
    "1 odottaa aulassa",
    "2 puhelussa",
  ]) {
    expect(ongoing).toContain(words);
  }
  expect(ongoing).toContain("Merkitse tehdyksi");
  const [coming = "", taken = ""] = rowsOf("Tulossa");
  expect(coming).toContain("Eino Saarinen");
  expect(coming).not.toContain("Merkitse tehdyksi");
  expect(taken).toMatch(/Varattu$/);
  expect(rowsOf("Perutut")[0]).toContain("Merkitse käsitellyksi");
  expect(rowsOf("Perutut")[0]).not.toContain("Liity");
  expect(told()).toContain("1 odottaa aulassa");
  // It has been open for long.
  expect(told().join()).not.toContain("voi liittyä");
});

it("SCH-08 says so where there are none", async () => {
  await listOf({});
  await until(() => expect(text()).toContain("Ei etävastaanottoja"));
});

it("SCH-08 can be joined from ten minutes before by the clock of the server, on a page that is open", async () => {
  const tab = { opener: window };
  const opened = vi.spyOn(window, "open").mockReturnValue(tab as never);
  // The clock of the device is a minute behind.
  hearServerTime(new Headers({ date: new Date(ten + minuteMs).toUTCString() }));
  const { calls } = await listOf({ ListRemoteAppointments: { appointments: [remote(20)] } });
  await until(() => expect(button("Liity")).toBeTruthy());
  expect(text()).toContain("Liity klo 10.10 alkaen");
  expect(canJoin()).toBe(false);
  expect(button("Liity")?.disabled).toBe(false);
  await press("Liity");
  expect(opened).not.toHaveBeenCalled();
  expect(told().join("")).toBe("");
  // Nine minutes are left by the server's clock, and some of a second went by while the page was opened.
  await pass(9 * minuteMs - 3_000);
  expect(canJoin()).toBe(false);
  await pass(3_000);
  await until(() => expect(canJoin()).toBe(true));
  expect(text()).toContain("Etävastaanotto avautuu toiseen selaimen välilehteen.");
  expect(told()).toContain("Etävastaanotolle klo 10.20 voi liittyä.");
  await press("Liity");
  expect(opened).toHaveBeenCalledWith(`/fi/appointments/${id}/call`, "_blank");
  expect(tab.opener).toBeNull();
  const asked = () => calls.filter(({ method }) => method === "ListRemoteAppointments").length;
  expect(asked()).toBe(1);
  // It has begun: it stands among those that go on, with what had the focus, and what else has changed is asked for.
  await act(async () => button("Liity")?.focus());
  await pass(10 * minuteMs);
  await until(() => expect(rowsOf("Käynnissä")).toHaveLength(1));
  await until(() => expect(document.activeElement).toBe(button("Liity")));
  expect(told().join("")).toBe("");
  await until(() => expect(asked()).toBe(2));
  await pass(60 * minuteMs);
  await until(() => expect(text()).toContain("Liittymisaika on päättynyt."));
  expect(canJoin()).toBe(false);
});

it("SCH-08 leads to the call by a link where the browser opens no second tab", async () => {
  vi.spyOn(window, "open").mockReturnValue(null);
  await listOf({ ListRemoteAppointments: { appointments: [remote(5)] } });
  await until(() => expect(canJoin() && button("Liity")).toBeTruthy());
  await press("Liity");
  await until(() => expect(text()).toContain("Selain ei avannut uutta välilehteä."));
  const link = [...document.querySelectorAll("a")].find((each) => each.textContent === "Avaa uuteen välilehteen");
  expect([link?.getAttribute("href"), link?.target]).toEqual([`/fi/appointments/${id}/call`, "_blank"]);
});

it("SCH-08 takes note of one that was cancelled, whose reason is shown, and lists it no more", async () => {
  const answers: Answers = {
    ListRemoteAppointments: {
      appointments: [remote(60, { state: RemoteState.CANCELLED, joining: undefined, cancelledAt: at(-60) })],
    },
    GetCalendarAppointment: {
      appointment: { appointmentId: id, state: AppointmentState.CANCELLED, cancelReason: "Flunssa" },
    },
  };
  const { calls } = await listOf(answers);
  await until(() => expect(button("Merkitse käsitellyksi")).toBeTruthy());
  await press("Merkitse käsitellyksi");
  await until(() => expect(document.querySelector("dialog")?.textContent).toContain("Flunssa"));
  answers.ListRemoteAppointments = {};
  await confirm("Merkitse käsitellyksi");
  await until(() => expect(text()).toContain("Peruutus merkittiin käsitellyksi."));
  await until(() => expect(text()).toContain("Ei etävastaanottoja"));
  const sent = calls.filter(({ method }) => method === "AcknowledgeCancellation").map(({ request }) => request);
  expect(sent).toMatchObject([{ appointmentId: id }]);
});

const seen = (more: object = {}) => ({
  patientId: other,
  appointment: {
    appointmentId: id,
    state: AppointmentState.BOOKED,
    span: spanAt(5),
    service: { names: { texts: { fi: "Hoitajan etävastaanotto" } } },
    joining: { opensAt: at(-5), closesAt: at(65) },
    ...more,
  },
});

vi.mock("@kajo/shared/call", async (original) => {
  const { createElement } = await import("react");
  return {
    ...(await original<object>()),
    CallPanel: ({ callId, mayEnd, onOver }: Record<string, unknown>) =>
      createElement(
        "button",
        { type: "button", onClick: onOver, "data-may-end": mayEnd },
        `Sulje puhelu ${callId as string}`,
      ),
  };
});

const callOf = (answers: Answers) => open(`/appointments/${id}/call`, answering(answers));

it("SCH-08 opens the call in its tab, whose title tells nothing of anybody, and offers what follows once it is closed", async () => {
  const answers: Answers = { GetCalendarAppointment: seen(), JoinRemoteAppointment: { callId: fourth } };
  const { calls } = await callOf(answers);
  await until(() => expect(button(`Sulje puhelu ${fourth}`)).toBeTruthy());
  expect(document.title).toMatch(/^Etävastaanotto klo 10:05–10:35 \|/);
  expect(text()).toContain("Hoitajan etävastaanotto");
  const joins = () => calls.filter(({ method }) => method === "JoinRemoteAppointment");
  // However often it is asked for, it happens once.
  const keys = () => new Set(joins().map(({ options }) => options.metadata["idempotency-key"])).size;
  expect(joins()[0]?.request).toMatchObject({ appointmentId: id });
  expect(keys()).toBe(1);
  answers.GetCalendarAppointment = { ...seen(), mayMarkDone: true };
  await press(`Sulje puhelu ${fourth}`);
  await until(() => expect(button("Merkitse tehdyksi")).toBeTruthy());
  expect(keys()).toBe(1);
  await press("Liity uudelleen");
  await until(() => expect(button(`Sulje puhelu ${fourth}`)).toBeTruthy());
  // Another time that one comes.
  expect(keys()).toBe(2);
});

it("SCH-08 counts down in its tab until it can be joined, and joins then", async () => {
  const joining = { opensAt: at(63), closesAt: at(133) };
  const { calls } = await callOf({
    GetCalendarAppointment: seen({ joining }),
    JoinRemoteAppointment: { callId: fourth },
  });
  await until(() => expect(text()).toContain("Liity klo 11.03 alkaen"));
  await pass(3 * minuteMs);
  await until(() => expect(text()).toMatch(/Voit liittyä \d+ min \d+ s kuluttua\./));
  expect(calls.map(({ method }) => method)).not.toContain("JoinRemoteAppointment");
  await pass(60 * minuteMs);
  await until(() => expect(button(`Sulje puhelu ${fourth}`)).toBeTruthy());
});

it.each([
  [{ state: AppointmentState.CANCELLED, joining: undefined }, "Aika on peruttu, eikä siihen voi liittyä."],
  [{ state: AppointmentState.DONE, joining: undefined }, "Etävastaanotto on päättynyt"],
  [{ joining: undefined }, "Tälle ajalle ei voi liittyä."],
])("SCH-08 says why it cannot be joined: %o", async (more, words) => {
  const { calls } = await callOf({ GetCalendarAppointment: seen(more) });
  await until(() => expect(text()).toContain(words));
  expect(calls.map(({ method }) => method)).not.toContain("JoinRemoteAppointment");
});

it("SCH-08 can be tried again when joining fails", async () => {
  let isDown = true;
  const answers = answering({ GetCalendarAppointment: seen(), JoinRemoteAppointment: { callId: fourth } });
  const { calls } = await open(`/appointments/${id}/call`, (call) => {
    if (call.method === "JoinRemoteAppointment" && isDown) throw new CallError(Code.internal, "");
    return answers(call);
  });
  await until(() => expect(text()).toContain("Etävastaanotolle liittyminen ei onnistunut."));
  const asked = () => calls.filter(({ method }) => method === "JoinRemoteAppointment").length;
  const before = asked();
  await act(async () => button("Yritä uudelleen")?.focus());
  await press("Yritä uudelleen");
  await until(() => expect(button("Yritä uudelleen")?.getAttribute("aria-disabled")).toBeNull());
  // Once for each press, which loses no focus.
  expect(asked()).toBe(before + 1);
  expect(document.activeElement).toBe(button("Yritä uudelleen"));
  isDown = false;
  await press("Yritä uudelleen");
  await until(() => expect(button(`Sulje puhelu ${fourth}`)).toBeTruthy());
  // One reads on at the call that has taken its place.
  await until(() => expect(document.activeElement?.contains(button(`Sulje puhelu ${fourth}`) ?? null)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

it("SCH-08 waits anew and joins by itself where it was moved before that was heard", async () => {
  const answers: Answers = { GetCalendarAppointment: seen(), JoinRemoteAppointment: { callId: fourth } };
  const reply = answering(answers);
  const moved = ten + 30 * minuteMs;
  const { calls } = await open(`/appointments/${id}/call`, (call) => {
    if (call.method !== "JoinRemoteAppointment" || Date.now() >= moved) return reply(call);
    answers.GetCalendarAppointment = seen({ joining: { opensAt: at(30), closesAt: at(100) } });
    throw refused("join_not_yet", { opens_at: new Date(moved).toISOString() });
  });
  await until(() => expect(text()).toMatch(/Voit liittyä \d+ min \d+ s kuluttua\./));
  expect(text()).not.toContain("Yritä uudelleen");
  expect(calls.filter(({ method }) => method === "GetCalendarAppointment").length).toBeGreaterThan(1);
  await pass(30 * minuteMs);
  await until(() => expect(button(`Sulje puhelu ${fourth}`)).toBeTruthy());
});
