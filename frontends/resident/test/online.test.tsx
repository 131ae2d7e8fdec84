/** One's own remote appointments, and coming to one; with the services and two browsers it is shown in e2e. */
import { act, createElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { hearServerTime } from "../../shared/src/rpc/server-time";
import { fakeDevices, frontCamera, microphone, takeDevicesAway } from "../../shared/test/fake-media";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { open, until } from "./open";

interface PanelProps {
  readonly callId: string;
  readonly isOrganiser: boolean;
  readonly mayEnd: boolean;
  readonly lobbyText: string;
  readonly onOver: () => void;
}

/** The call has tests of its own; camera and microphone are those of the app. */
vi.mock("@kajo/shared/call", async (original) => ({
  ...(await original<typeof import("@kajo/shared/call")>()),
  CallPanel: ({ callId, isOrganiser, mayEnd, lobbyText, onOver }: PanelProps) =>
    createElement("section", { "aria-label": isOrganiser || mayEnd ? "kutsujan puhelu" : "kutsutun puhelu" }, [
      createElement("p", { key: "call" }, callId, lobbyText),
      createElement("button", { key: "over", onClick: onOver, type: "button" }, "Sulje puhelu"),
    ]),
}));

const appointmentId = "0190f5a0-0000-7000-8000-0000000000c1";
const otherId = "0190f5a0-0000-7000-8000-0000000000c2";
const callId = "0190f5a0-0000-7000-8000-0000000000e1";

const nextCallId = "0190f5a0-0000-7000-8000-0000000000e2";

const minuteMs = 60_000;
const texts = (fi: string) => ({ texts: { fi } });
const stamp = (ms: number) => ({ seconds: BigInt(Math.floor(ms / 1_000)), nanos: (ms % 1_000) * 1_000_000 });

/** One that begins so long from now; residents may come five minutes before, and until half an hour after it. */
function video(startsInMs: number, changes: object = {}) {
  const start = Date.now() + startsInMs;
  return {
    appointmentId,
    state: 1,
    type: 4,
    service: { names: texts("Terveystarkastus") },
    practitionerName: "Sari Hoitaja",
    span: { startsAt: stamp(start), minutes: 30 },
    joining: { opensAt: stamp(start - 5 * minuteMs), closesAt: stamp(start + 60 * minuteMs) },
    ...changes,
  };
}

/** Answers as the service would, with what there is at that moment; `join` answers who comes. */
function service(appointments: () => readonly object[], join?: (reply: SeenCall["reply"]) => unknown) {
  return ({ method, reply }: SeenCall): unknown => {
    switch (method) {
      case "ListMyRemoteAppointments":
      case "ListMyAppointments":
        return reply({ appointments: appointments() });
      case "GetMyAppointment":
        return reply({ appointment: appointments()[0] });
      case "JoinMyRemoteAppointment":
        return join ? join(reply) : reply({ callId });
      default:
        return reply();
    }
  };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const button = (words: string, place = 0) =>
  [...document.querySelectorAll<HTMLButtonElement>("main button")].filter(({ textContent }) => textContent === words)[
    place
  ];
/** `undefined` while it is not there. Who cannot join yet still comes to it, and is told when. */
const isInactive = (shown: HTMLButtonElement | undefined) => shown && shown.getAttribute("aria-disabled") === "true";
const press = async (words: string) => {
  await until(() => expect(isInactive(button(words)), words).toBe(false));
  await act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });
};
const panel = () => document.querySelector("section[aria-label='kutsutun puhelu']");

/** As a live update of an appointment does. */
async function changed({ store }: Awaited<ReturnType<typeof open>>) {
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags(["Appointment"])));
}

afterEach(takeDevicesAway);

it("SCH-20 lists those that go on before those to come, each with the moment from which one can join", async () => {
  const going = video(-minuteMs, { appointmentId: otherId });
  const coming = video(24 * 60 * minuteMs);
  const { router } = await open(
    "/online-encounter",
    service(() => [going, coming]),
  );
  await until(() =>
    expect([...document.querySelectorAll("main h2")].map(({ textContent }) => textContent)).toEqual([
      "Käynnissä",
      "Tulossa",
      "Kokeile kameraa ja mikrofonia",
    ]),
  );
  for (const told of ["Terveystarkastus", "Sari Hoitaja", "Videoyhteys", "Liity videoon 5 minuuttia ennen"]) {
    expect(main()).toContain(told);
  }
  expect(main()).toMatch(/Voit liittyä klo \d\d:\d\d Suomen aikaa alkaen\./);
  expect([isInactive(button("Liity", 0)), isInactive(button("Liity", 1))]).toEqual([false, true]);
  // That one is far ahead: nothing is counted down but for the first, whose time has come.
  expect([...document.querySelectorAll("main [role=timer]")].map(({ textContent }) => textContent)).toEqual([
    "Voit liittyä nyt.",
  ]);
  await press("Liity");
  await until(() => expect(router.state.location.pathname).toBe(`/online-encounter/${otherId}`));
});

it("SCH-20 says that there is none, and leads to booking", async () => {
  await open(
    "/online-encounter",
    service(() => []),
  );
  await until(() => expect(main()).toContain("Sinulla ei ole tulevia etävastaanottoja."));
  expect(document.querySelector('main a[href="/fi/book-appointment"]')).not.toBeNull();
});

it("SCH-20 says that they could not be loaded, and tries again", async () => {
  let isBroken = true;
  const answer = service(() => [video(minuteMs)]);
  await open("/online-encounter", (call) => {
    if (call.method === "ListMyRemoteAppointments" && isBroken) throw refused("broken");
    return answer(call);
  });
  await until(() => expect(main()).toContain("Etävastaanottoja ei voitu ladata."));
  isBroken = false;
  await press("Yritä uudelleen");
  await until(() => expect(isInactive(button("Liity"))).toBe(false));
});

it("SCH-20 lets one join on an open page from the moment on, asks anew then, and says so aloud", async () => {
  const opening = video(5 * minuteMs + 1_500);
  const { calls } = await open(
    "/online-encounter",
    service(() => [opening]),
  );
  await until(() => expect(main()).toContain("Aikaa liittymiseen: 0 min"));
  expect(isInactive(button("Liity"))).toBe(true);
  const asked = () => calls.filter(({ method }) => method === "ListMyRemoteAppointments").length;
  expect(asked()).toBe(1);
  await until(() => expect(isInactive(button("Liity"))).toBe(false));
  await until(() => expect(asked()).toBe(2));
  const said = () => [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
  await until(() => expect(said()).toContain("Voit liittyä nyt."));
});

it("SCH-20 takes one off the list when one can join it no more", async () => {
  const closing = video(-minuteMs);
  closing.joining.closesAt = stamp(Date.now() + 1_000);
  await open(
    "/online-encounter",
    service(() => [closing]),
  );
  await until(() => expect(button("Liity")).toBeDefined());
  await until(() => expect(main()).toContain("Sinulla ei ole tulevia etävastaanottoja."));
});

it("SCH-10 SCH-20 comes to the call, where only professionals end it, and back when it is left", async () => {
  const given = [callId, nextCallId];
  const { calls, router } = await open(
    `/online-encounter/${appointmentId}`,
    service(
      () => [video(minuteMs)],
      (reply) => reply({ callId: given.shift() }),
    ),
  );
  await until(() => expect(main()).toContain("Terveystarkastus"));
  expect(panel()).toBeNull();
  expect(document.title).toMatch(/^Etävastaanotto \|/);
  await press("Liity");
  await until(() => expect(panel()).toHaveTextContent(callId));
  expect(panel()).toHaveTextContent("Puhelu alkaa, kun ammattilainen liittyy.");
  const joined = calls.filter(({ method }) => method === "JoinMyRemoteAppointment");
  expect(joined.map(({ request }) => request)).toMatchObject([{ appointmentId }]);
  expect(joined[0]?.options.metadata).toHaveProperty("idempotency-key");
  // The camera is the one of the call now.
  expect(button("Aloita kokeilu")).toBeUndefined();
  await until(() => expect(router.state.location.search).toEqual({ join: true }));

  await press("Sulje puhelu");
  await until(() => expect(isInactive(button("Liity"))).toBe(false));
  expect(router.state.location.search).toEqual({});
  await until(() => expect(document.activeElement).toHaveTextContent("Terveystarkastus"));

  // That call may be over since everybody was gone: whoever comes again comes to the one that goes on.
  await press("Liity");
  await until(() => expect(panel()).toHaveTextContent(nextCallId));
  const keys = calls
    .filter(({ method }) => method === "JoinMyRemoteAppointment")
    .map(({ options }) => options.metadata["idempotency-key"]);
  expect(new Set(keys).size).toBe(2);
  await until(() => expect(router.state.location.search).toEqual({ join: true }));
});

it("SCH-20 fetches nobody back who has gone to another page before one could come", async () => {
  let answer = () => {};
  const { calls, router } = await open(
    `/online-encounter/${appointmentId}`,
    service(
      () => [video(minuteMs)],
      async (reply) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return reply({ callId });
      },
    ),
  );
  await press("Liity");
  await until(() => expect(calls.map(({ method }) => method)).toContain("JoinMyRemoteAppointment"));
  await act(async () => void router.navigate({ to: "/online-encounter" }));
  await until(() => expect(router.state.location.pathname).toBe("/online-encounter"));
  await act(async () => answer());
  await until(() => expect(main()).toContain("Sari Hoitaja"));
  expect(router.state.location.pathname).toBe("/online-encounter");
});

it("SCH-20 keeps the focus where it was when one begins and stands among those that go on", async () => {
  const beginning = video(2_000);
  await open(
    "/online-encounter",
    service(() => [beginning]),
  );
  const headings = () => [...document.querySelectorAll("main h2")].map(({ textContent }) => textContent);
  await until(() => expect(headings()[0]).toBe("Tulossa"));
  await act(async () => button("Liity")?.focus());
  await until(() => expect(headings()[0]).toBe("Käynnissä"));
  await until(() => expect(document.activeElement).toBe(button("Liity")));
});

it("SCH-20 comes to the call at once after a reload, and not before one can", async () => {
  await open(
    `/online-encounter/${appointmentId}?join=true`,
    service(() => [video(minuteMs)]),
  );
  await until(() => expect(panel()).toHaveTextContent(callId));
  const { calls } = await open(
    `/online-encounter/${appointmentId}?join=true`,
    service(() => [video(30 * minuteMs)]),
  );
  await until(() => expect(main()).toContain("Aikaa liittymiseen: "));
  expect(calls.map(({ method }) => method)).not.toContain("JoinMyRemoteAppointment");
});

it.each([
  ["join_not_yet", "Etävastaanotolle ei voi vielä liittyä.", "Voit liittyä klo 12:55 Suomen aikaa alkaen."],
  ["join_over", "Etävastaanotto on päättynyt, eikä siihen voi enää liittyä.", ""],
  ["join_cancelled", "Aika on peruttu, eikä siihen voi liittyä.", ""],
])("SCH-20 says why one could not join (%s), and looks at the appointment anew", async (reason, why, also) => {
  const one = video(minuteMs);
  const { calls } = await open(
    `/online-encounter/${appointmentId}`,
    service(
      () => [one],
      () => {
        throw refused(reason, { opens_at: "2031-11-05T10:55:00Z" });
      },
    ),
  );
  await press("Liity");
  await until(() =>
    expect(document.querySelector("main [role=alert]")).toHaveTextContent(
      `Etävastaanotolle ei voitu liittyä. ${why}${also}`,
    ),
  );
  await until(() => expect(calls.filter(({ method }) => method === "GetMyAppointment")).toHaveLength(2));
  expect(panel()).toBeNull();
});

it("SCH-20 says on an open page that it was moved and to when, then that it is cancelled and why", async () => {
  let now = video(minuteMs);
  const page = await open(
    `/online-encounter/${appointmentId}`,
    service(() => [now]),
  );
  await until(() => expect(isInactive(button("Liity"))).toBe(false));
  now = video(24 * 60 * minuteMs);
  await changed(page);
  await until(() => expect(document.activeElement).toHaveTextContent(/^Aika on siirretty\.$/));
  expect(main()).toMatch(/Uusi aika: .*Aiempi aika: /);
  expect(isInactive(button("Liity"))).toBe(true);

  now = video(24 * 60 * minuteMs, { state: 2, cancelReason: "Hoitaja sairastui", joining: undefined });
  await changed(page);
  await until(() => expect(document.activeElement).toHaveTextContent(/^Aika on peruttu\.$/));
  expect(main()).toContain("Syy: Hoitaja sairastui");
  expect(main()).not.toContain("Terveystarkastus");
  expect(button("Liity")).toBeUndefined();
});

it("SCH-20 says beside a call that it is over, and leaves the focus in the call", async () => {
  let now = video(-minuteMs);
  const page = await open(
    `/online-encounter/${appointmentId}`,
    service(() => [now]),
  );
  await press("Liity");
  await until(() => expect(panel()).not.toBeNull());
  button("Sulje puhelu")?.focus();
  now = video(-minuteMs, { state: 3, joining: undefined });
  await changed(page);
  const said = () => [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
  await until(() => expect(said()).toContain("Etävastaanotto on päättynyt."));
  // How the call itself ended is shown in it.
  expect(panel()).not.toBeNull();
  expect(document.activeElement).toBe(button("Sulje puhelu"));
});

it("SCH-20 opens camera and microphone for a check when one asks, and closes them with it and with the page", async () => {
  const media = fakeDevices(frontCamera, microphone);
  const { router } = await open(
    "/online-encounter",
    service(() => []),
  );
  await until(() => expect(button("Aloita kokeilu")).toBeDefined());
  expect(media.tracks).toEqual([]);
  await press("Aloita kokeilu");
  await until(() => expect([media.live("video"), media.live("audio")]).not.toContain(undefined));
  await press("Lopeta kokeilu");
  await until(() => expect([media.live("video"), media.live("audio")]).toEqual([undefined, undefined]));

  await press("Aloita kokeilu");
  await until(() => expect(media.live("video")).toBeDefined());
  await act(async () => void router.navigate({ to: "/" }));
  await until(() => expect([media.live("video"), media.live("audio")]).toEqual([undefined, undefined]));
});

it("SCH-20 leads there from the appointment, and within the hour from what is to come", async () => {
  const link = () => document.querySelector(`main a[href="/fi/online-encounter/${appointmentId}"]`);
  const later = service(() => [video(24 * 60 * minuteMs)]);
  await open(`/appointment/${appointmentId}`, later);
  await until(() => expect(link()).toHaveTextContent("Liity etävastaanotolle"));
  expect(main()).toMatch(/Voit liittyä klo \d\d:\d\d/);
  await open("/", later);
  await until(() => expect(main()).toContain("Terveystarkastus"));
  expect(link()).toBeNull();
  await open(
    "/",
    service(() => [video(20 * minuteMs)]),
  );
  await until(() => expect(link()).not.toBeNull());
});

it("SCH-20 goes by the clock of the server, and not by the one of the device", async () => {
  const ahead = (ms: number) => hearServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString() }));
  ahead(10 * minuteMs);
  await open(
    "/online-encounter",
    service(() => [video(12 * minuteMs)]),
  );
  await until(() => expect(isInactive(button("Liity"))).toBe(false));
  ahead(-10 * minuteMs);
  await open(
    "/online-encounter",
    service(() => [video(minuteMs)]),
  );
  await until(() => expect(main()).toContain("Aikaa liittymiseen: "));
  expect(isInactive(button("Liity"))).toBe(true);
});
