/** The list of chat queues, as residents and visitors find it; with the services it is shown in the browser. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { nextChange } from "../src/features/chat/next-change";
import { open, until } from "./open";

/** A Friday, at half past ten in Finland. */
const now = new Date("2026-11-27T08:30:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const texts = (fi: string, more: Readonly<Record<string, string>> = {}) => ({ texts: { fi, ...more } });
const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, hours: { from: "08:00", until: "16:00" } }));

const nurse = {
  chatQueueId: "0190f5a0-0000-7000-8000-0000000000a1",
  name: texts("Sairaanhoitajan chat"),
  description: texts("Kysy terveydestäsi."),
  serviceName: texts("Terveysasema"),
  standing: { state: 1, closesAt: at("2026-11-27T14:00:00Z"), changesAt: at("2026-11-27T14:00:00Z") },
  regular: weekdays,
  specialDays: [{ date: "2026-12-24", hours: [], reason: 3 }],
};

const maternity = {
  chatQueueId: "0190f5a0-0000-7000-8000-0000000000a2",
  name: texts("Neuvolan chat"),
  standing: {
    state: 3,
    opensAt: at("2026-11-30T06:00:00Z"),
    closure: { text: texts("Meillä on koulutus.", { en: "We are at a training." }), until: at("2026-11-27T13:00:00Z") },
  },
  regular: weekdays,
};

const dental = {
  chatQueueId: "0190f5a0-0000-7000-8000-0000000000a3",
  name: texts("Hammashoidon chat"),
  standing: { state: 2, opensAt: at("2026-11-28T06:00:00Z") },
  closedText: texts("Kivun takia soita hammashoitolaan."),
};

const external = {
  chatQueueId: "0190f5a0-0000-7000-8000-0000000000a4",
  name: texts("Päivystyksen chat"),
  external: true,
  standing: { state: 1 },
};

/** Answers as the service would. */
function service(chatQueues: () => readonly object[], openExternal?: (call: SeenCall) => unknown) {
  return (call: SeenCall): unknown => {
    const { method, reply } = call;
    if (method === "ListOfferedChatQueues") return reply({ chatQueues: chatQueues() });
    if (method === "OpenExternalChat" && openExternal) return openExternal(call);
    return reply({});
  };
}

const nobody = () => vi.stubGlobal("fetch", async () => new Response("{}"));

const page = () => document.querySelector("main")?.textContent ?? "";
const cards = () =>
  [...document.querySelectorAll("ul[aria-label='Chat-jonot'] > li")].map(({ textContent }) => textContent ?? "");
const links = () => [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
const pressed = (name: string) => {
  const button = [...document.querySelectorAll("main button")].find(({ textContent }) => textContent === name);
  return act(async () => (button as HTMLElement).click());
};

it("CHA-03 shows each queue with its state, hours, days with other hours and what is said while it is shut", async () => {
  await open(
    "/chat",
    service(() => [nurse, maternity, dental]),
  );
  await until(() => expect(cards()).toHaveLength(3));
  const [first = "", second = "", third = ""] = cards();
  expect(first).toContain("Sairaanhoitajan chat");
  expect(first).toContain("Terveysasema");
  expect(first).toContain("Avoinna klo 16.00 asti");
  expect(first).toContain("Kysy terveydestäsi.");
  expect(first).toContain("ma–pe8.00–16.00");
  expect(first).toContain("to 24.12.suljettu · aatto");
  expect(second).toContain("Suljettu tilapäisesti, avautuu ma 30.11. klo 8.00");
  expect(second).toContain("Meillä on koulutus.");
  expect(second).toContain("Suljettu tänään klo 15.00 asti.");
  expect(third).toContain("Suljettu, avautuu huomenna klo 8.00");
  expect(third).toContain("Kivun takia soita hammashoitolaan.");
});

it("CHA-03 reads the notice in the language of the reader, and marks what there is in Finnish alone", async () => {
  await open(
    "/chat",
    service(() => [maternity]),
    "en",
  );
  await until(() => expect(page()).toContain("We are at a training."));
  expect(document.querySelector("main h2 [lang=fi]")).toHaveTextContent("Neuvolan chat");
  expect(page()).toContain("Temporarily closed, opens Mon 30 Nov at 08:00");
});

it("CHA-03 tells visitors that signing in shows more", async () => {
  nobody();
  await open(
    "/chat",
    service(() => [nurse]),
  );
  await until(() => expect(cards()).toHaveLength(1));
  expect(links()).toContain("/fi/authentication?returnTo=%2Ffi%2Fchat");
  expect(links()).not.toContain("/fi/inbox/new");
});

it("CHA-03 asks each minute for visitors, to whom no live update comes", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const pauses = () => timers.mock.calls.filter(([, ms]) => ms === 60_000);
  nobody();
  await open(
    "/chat",
    service(() => [external]),
  );
  await until(() => expect(cards()).toHaveLength(1));
  await until(() => expect(pauses()).not.toEqual([]));
});

it("CHA-03 tells that there are none, with the numbers to call", async () => {
  nobody();
  await open(
    "/chat",
    service(() => []),
  );
  await until(() => expect(page()).toContain("Chat-jonoja ei ole juuri nyt"));
  expect(links()).toEqual(expect.arrayContaining(["tel:112", "tel:116117"]));
});

it("CHA-03 tells aloud which queue has shut meanwhile, and nothing at first", async () => {
  let queues: readonly object[] = [nurse, dental];
  const { store } = await open(
    "/chat",
    service(() => queues),
  );
  await until(() => expect(cards()).toHaveLength(2));
  const said = () =>
    [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent).join("");
  expect(said()).toBe("");
  queues = [dental, { ...nurse, standing: { state: 2, opensAt: at("2026-11-30T06:00:00Z") } }];
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags(["ChatQueue"])));
  await until(() => expect(said()).toBe("Sairaanhoitajan chat: Suljettu, avautuu ma 30.11. klo 8.00"));
});

it("CHA-03 knows when the first of its queues changes", () => {
  const changing = (changesAt?: string) => ({ standing: changesAt ? { changesAt } : {} });
  expect(nextChange([changing("2026-11-27T14:00:00Z"), changing(), changing("2026-11-27T10:00:00Z")])).toBe(
    "2026-11-27T10:00:00Z",
  );
  expect(nextChange([changing(), {}])).toBeUndefined();
});

it("CHA-11 hands over to the address of another provider", async () => {
  const left = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign: left });
  await open(
    "/chat",
    service(
      () => [external],
      ({ reply }) => reply({ url: "https://chat.example/jono" }),
    ),
  );
  await until(() => expect(page()).toContain("toisen palveluntarjoajan palvelussa. Emme kerro sinne, kuka olet."));
  await pressed("Siirry keskusteluun");
  await until(() => expect(left).toHaveBeenCalledExactlyOnceWith("https://chat.example/jono"));
});

it("CHA-11 tells when it has shut meanwhile, until it is open again, and shows how it stands now", async () => {
  let queue: object = external;
  const { store } = await open(
    "/chat",
    service(
      () => [queue],
      () => {
        queue = { ...external, standing: { state: 2 } };
        throw refused("chat_queue_closed");
      },
    ),
  );
  await until(() => expect(cards()).toHaveLength(1));
  await pressed("Siirry keskusteluun");
  await until(() => expect(cards()[0]).toContain("Suljettu"));
  expect(document.querySelector("[role=alert]")).toHaveTextContent("Jono ei ole enää auki.");
  expect(page()).not.toContain("Siirry keskusteluun");
  expect(document.activeElement).toHaveTextContent("Päivystyksen chat");

  queue = external;
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags(["ChatQueue"])));
  await until(() => expect(page()).toContain("Siirry keskusteluun"));
  expect(document.querySelector("[role=alert]")).toBeNull();
});
