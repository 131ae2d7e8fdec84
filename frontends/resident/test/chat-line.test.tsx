/** The line before a queue as residents stand in it, and the chat behind it; with the services it is shown in the browser. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SeenCall } from "../../shared/test/fake-transport";
import { refused } from "../../shared/test/refused";
import { open, until } from "./open";

/** A Friday, at half past ten in Finland. */
const now = new Date("2026-11-27T08:30:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });
const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
const chatQueueId = "0190f5a0-0000-7000-8000-0000000000a1";
const name = { texts: { fi: "Sairaanhoitajan chat" } };
const standing = { state: 1, closesAt: at("2026-11-27T14:00:00Z") };
const offered = { chatQueueId, name, standing };

const waiting = 1;
const active = 2;
const ended = 3;
const left = 4;

interface Line {
  readonly state: number;
  readonly place?: object;
  readonly standing?: object;
  readonly chat?: object;
  readonly messages?: readonly object[];
}

/** Answers as the service would, of a line that stands as `line` says at that moment; `first` may answer before it. */
function service(line: () => Line | undefined, first: (call: SeenCall) => unknown = () => undefined) {
  return (call: SeenCall): unknown => {
    const { method, reply } = call;
    const answer = first(call);
    if (answer) return answer;
    const { state = 0, place, chat, messages = [], standing: its = standing } = line() ?? {};
    const mine = { chatId, chatQueueId, chatQueueName: name };
    const isGoingOn = state === waiting || state === active;
    switch (method) {
      case "ListOfferedChatQueues":
        return reply({ chatQueues: [offered] });
      case "ListMyChats":
        return reply({ chats: isGoingOn ? [{ ...mine, state, ...(place ? { place, standing: its } : {}) }] : [] });
      case "GetChat":
        return reply({ chat: { ...mine, state, messageMaxChars: 2_000, ...chat }, messages });
      case "KeepChatPlace":
        return reply({ state, ...(place ? { place, standing: its } : {}) });
      case "JoinChatQueue":
        return reply({ chatId });
      default:
        return reply({});
    }
  };
}

const place = (ahead: number, more: object = {}) => ({
  ticket: 40n,
  ahead,
  lineSeq: 7n,
  wait: { fromMinutes: 5, untilMinutes: 10 },
  ...more,
});

const page = () => document.querySelector("main")?.textContent ?? "";
const links = () => [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href"));
const said = () => [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent).join(" ");
const button = (words: string, within = "main") =>
  [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(({ textContent }) => textContent === words);
const press = (words: string, within?: string) => act(async () => button(words, within)?.click());

async function changed(store: Awaited<ReturnType<typeof open>>["store"]) {
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags([{ type: "Chat", id: chatId }, "MyChat"])));
}

it("CHA-04 joins an open queue and shows the place in it", async () => {
  let line: Line | undefined;
  const { router, calls } = await open(
    "/chat",
    service(
      () => line,
      ({ method }) => {
        if (method === "JoinChatQueue") line = { state: waiting, place: place(3) };
      },
    ),
  );
  await until(() => expect(button("Liity jonoon")).toBeDefined());
  await press("Liity jonoon");
  await until(() => expect(document.querySelector("h1")).toHaveTextContent("Sairaanhoitajan chat"));
  expect(calls.filter(({ method }) => method === "JoinChatQueue")).toHaveLength(1);
  expect(router.state.location.pathname).toBe(`/chat/${chatId}`);
  await until(() => expect(page()).toContain("Edelläsi on 3 henkilöä"));
  expect(page()).toContain("Odotus on noin 5–10 minuuttia.");
  expect(links()).toEqual(expect.arrayContaining(["tel:112", "tel:116117"]));
  await until(() => expect(said()).toContain("Edelläsi on 3 henkilöä"));
  expect(document.title).toBe("Edelläsi 3 · Sairaanhoitajan chat | Kajo");
});

it("CHA-04 tells why one could not join, and shows how the queue stands now", async () => {
  let isShut = false;
  await open(
    "/chat",
    service(
      () => undefined,
      ({ method, reply }) => {
        if (method === "JoinChatQueue") {
          isShut = true;
          throw refused("chat_queue_closed");
        }
        if (method !== "ListOfferedChatQueues" || !isShut) return undefined;
        return reply({ chatQueues: [{ ...offered, standing: { state: 2 } }] });
      },
    ),
  );
  await until(() => expect(button("Liity jonoon")).toBeDefined());
  await press("Liity jonoon");
  await until(() => expect(button("Liity jonoon")).toBeUndefined());
  expect(document.querySelector("[role=alert]")).toHaveTextContent("Jonoon ei voitu liittyä. Jono ei ole enää auki.");
  expect(document.activeElement).toHaveTextContent("Sairaanhoitajan chat");
});

it("CHA-04 shows the own place above the queues, and leads back to it", async () => {
  await open(
    "/chat",
    service(() => ({ state: waiting, place: place(0) })),
  );
  await until(() => expect(page()).toContain("Olet jonossa: Sairaanhoitajan chat"));
  await until(() => expect(page()).toContain("Olet seuraava"));
  expect(button("Liity jonoon")).toBeUndefined();
  expect(links().filter((to) => to === `/fi/chat/${chatId}`)).toHaveLength(2);
});

it("CHA-04 tells calmly that nobody serves, that it was one's turn, and that the queue has shut", async () => {
  const back = at("2026-11-27T08:45:00Z");
  await open(
    `/chat/${chatId}`,
    service(() => ({
      state: waiting,
      place: place(0, { wait: undefined, unattended: true, backBy: back }),
      standing: { state: 2 },
    })),
  );
  await until(() => expect(page()).toContain("Olet seuraava"));
  expect(page()).toContain("Jonossa ei juuri nyt palvella, joten odotusaikaa ei voi arvioida. Paikkasi säilyy.");
  expect(page()).toContain("Vuorosi tuli, kun olit muualla.");
  expect(page()).toContain("Jonoon ei oteta nyt uusia.");
});

it("CHA-04 leaves once it is confirmed, and says what to do next", async () => {
  let line: Line = { state: waiting, place: place(1) };
  await open(
    `/chat/${chatId}`,
    service(
      () => line,
      ({ method }) => {
        if (method === "LeaveChatQueue") line = { state: left, chat: { leaveReason: 1 } };
      },
    ),
  );
  await until(() => expect(button("Poistu jonosta")).toBeDefined());
  await press("Poistu jonosta");
  expect(document.querySelector("dialog")).toHaveTextContent("Poistutko jonosta?");
  await press("Poistu jonosta", "dialog");
  await until(() => expect(page()).toContain("Poistuit jonosta."));
  expect(links()).toEqual(expect.arrayContaining(["/fi/chat", "/fi/inbox/new"]));
  expect(document.activeElement).toBe(document.querySelector("h1"));
});

it("CHA-04 stays in the chat where a professional was faster than the leaving", async () => {
  let line: Line = { state: waiting, place: place(0) };
  await open(
    `/chat/${chatId}`,
    service(
      () => line,
      ({ method }) => {
        if (method !== "LeaveChatQueue") return;
        line = { state: active, chat: { practitionerName: "Sari Hoitaja" } };
        throw refused("chat_accepted");
      },
    ),
  );
  await until(() => expect(button("Poistu jonosta")).toBeDefined());
  await press("Poistu jonosta");
  await press("Poistu jonosta", "dialog");
  await until(() => expect(page()).toContain("Kanssasi keskustelee Sari Hoitaja."));
  expect(document.body).toHaveTextContent("Ammattilainen ehti jo ottaa sinut vastaan. Voit päättää keskustelun.");
});

it("CHA-06 tells that it is one's turn, and later who ended the chat", async () => {
  let line: Line = { state: waiting, place: place(0) };
  const { store } = await open(
    `/chat/${chatId}`,
    service(() => line),
  );
  await until(() => expect(page()).toContain("Olet seuraava"));
  line = { state: active, chat: { practitionerName: "Sari Hoitaja" } };
  await changed(store);
  await until(() => expect(said()).toContain("Vuorosi tuli. Voit kirjoittaa nyt. Kanssasi keskustelee Sari Hoitaja."));
  expect(document.activeElement).toBe(document.querySelector("h1"));
  expect(document.title).toBe("Vuorosi tuli · Sairaanhoitajan chat | Kajo");
  expect(document.querySelector("main [role=log]")).toHaveAccessibleName("Keskustelu");

  line = {
    state: ended,
    chat: { practitionerName: "Sari Hoitaja", endedBy: 2, overAt: at("2026-11-27T08:29:00Z") },
  };
  await changed(store);
  await until(() => expect(page()).toContain("Sari Hoitaja päätti keskustelun tänään klo 10.29."));
  expect(document.querySelector("main [role=log]")).not.toBeNull();
  expect(links()).toEqual(expect.arrayContaining(["/fi/chat", "/fi/inbox/new"]));
  expect(document.title).toBe("Sairaanhoitajan chat | Kajo");
});

it("CHA-06 asks who does not answer whether they are there, until they write", async () => {
  let line: Line = { state: active, chat: { acceptedAt: at("2026-11-27T08:23:00Z") } };
  const { store } = await open(
    `/chat/${chatId}`,
    service(() => line),
  );
  const asked =
    "Oletko vielä siellä? Ammattilainen odottaa vastaustasi. Keskustelu päättyy klo 10.53, jos kumpikaan ei kirjoita.";
  await until(() => expect(page()).toContain(asked));
  line = { ...line, messages: [{ number: 1, side: 1, text: "Olen.", writtenAt: at("2026-11-27T08:30:00Z") }] };
  await changed(store);
  await until(() => expect(page()).toContain("Olen."));
  expect(page()).not.toContain("Oletko vielä siellä?");
});

it.each([
  [2, "Paikkasi jonossa vapautui"],
  [3, "Jono suljettiin, ennen kuin vuorosi tuli."],
])("CHA-04 says why the place is gone (%s)", async (leaveReason, words) => {
  await open(
    `/chat/${chatId}`,
    service(() => ({ state: left, chat: { leaveReason } })),
  );
  await until(() => expect(page()).toContain(words));
  expect(page()).toContain("liity jonoon uudelleen, kun se on auki");
});
