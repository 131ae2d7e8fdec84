/** Own chats are kept wherever in the app one is; those of colleagues of whom nothing is heard can be taken over. */
import { create, toBinary } from "@bufbuild/protobuf";
import { base64Encode } from "@bufbuild/protobuf/wire";
import { act, createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveDraft } from "../../shared/src/drafts/draft";
import { liveSlice } from "../../shared/src/live/slice";
import { api } from "../../shared/src/rpc/api";
import { ErrorInfoSchema, StatusSchema } from "../../shared/src/rpc/gen/google/rpc/details_pb";
import { CallPresence, CallState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import type { ChatJson } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { ChatSide } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_pb";
import { CallError, Code } from "../../shared/src/rpc/transport";
import type { SeenCall } from "../../shared/test/fake-transport";
import { markChats, unmarkChats } from "../src/features/chat/chats-mark";
import { id, open, until } from "./open";

/** The chat as its own room would tell of it. */
const room = vi.hoisted((): { chat: ChatJson | undefined; error: unknown } => ({ chat: undefined, error: undefined }));
vi.mock("@kajo/shared/chat", async (original) => ({
  ...(await original<object>()),
  useChat: (_id: string, skip = false) => ({
    chat: skip ? undefined : room.chat,
    messages: [],
    query: { data: skip ? undefined : room.chat, error: skip ? undefined : room.error, refetch: () => {} },
  }),
  ChatThread: ({ label }: { label: string }) => createElement("div", { role: "log", "aria-label": label }),
  ChatComposer: ({ disabled }: { disabled: boolean }) => createElement("textarea", { disabled }),
  EndChatButton: () => null,
}));

beforeEach(() => {
  room.chat = undefined;
  room.error = undefined;
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

const other = `${id.slice(0, -1)}2`;
const chatId = `${id.slice(0, -1)}7`;
const ago = (minutes: number) => ({ seconds: BigInt(Math.floor(Date.now() / 1000) - minutes * 60), nanos: 0 });

/** A refusal with this reason. */
function refused(reason: string): CallError {
  const code = Code.failedPrecondition;
  const value = toBinary(ErrorInfoSchema, create(ErrorInfoSchema, { reason }));
  const details = [{ typeUrl: "type.googleapis.com/google.rpc.ErrorInfo", value }];
  return new CallError(code, "", base64Encode(toBinary(StatusSchema, create(StatusSchema, { code, details }))));
}

const unattended = (more: object = {}) => ({
  chatId,
  chatQueueId: id,
  customerName: "Eino Esimerkki",
  practitionerName: "Liisa Virtanen",
  unattendedAt: ago(3),
  ...more,
});

/** What the server knows of chats. */
interface Chats {
  own?: object[];
  unattended?: object[];
  kept?: object[];
}

const answering =
  (chats: Chats, more: (call: SeenCall) => unknown = () => undefined) =>
  (call: SeenCall) => {
    const { method, reply } = call;
    const said = more(call);
    if (said !== undefined) return said;
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWorkedChatQueues") {
      return reply({ chatQueues: [{ chatQueueId: id, name: { texts: { fi: "Neuvolan chat" } } }] });
    }
    if (method === "ListWaitingChats") return reply({ own: chats.own ?? [], unattended: chats.unattended ?? [] });
    if (method === "KeepOwnChats") return reply({ own: chats.kept ?? [] });
    if (method === "GetChatCustomer") return reply({ customer: { chatId, name: "Eino Esimerkki" } });
    return reply();
  };

type Opened = Awaited<ReturnType<typeof open>>;

const text = () => document.body.textContent ?? "";
const list = (label: string) => [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)];
const button = (words: string) =>
  [...document.querySelectorAll("button")].findLast((each) => each.textContent?.trim() === words);
const takeOver = "Ota keskustelu hoitaaksesi Eino Esimerkki";
const press = (words: string) =>
  act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });
const keptBy = ({ calls }: Opened) => calls.filter(({ method }) => method === "KeepOwnChats");
/** A fact of a chat has come. */
const fact = ({ store }: Opened) => act(async () => void store.dispatch(api.util.invalidateTags(["WaitingChat"])));
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const useClock = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true, now: Date.now() });

it("CHA-06 lists chats of colleagues of whom nothing is heard, takes one over and opens it, and the field has the focus", async () => {
  const chats: Chats = {
    unattended: [unattended(), unattended({ chatId: other, customerName: "", visitor: true, ticket: 7n })],
  };
  const page = await open(
    "/chat",
    answering(chats, ({ method, reply }) => {
      if (method !== "TakeOverChat") return undefined;
      chats.unattended = [];
      chats.own = [{ chatId, chatQueueId: id, customerName: "Eino Esimerkki" }];
      chats.kept = [{ chatId }];
      room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
      return reply();
    }),
  );
  await until(() => expect(list("Ilman ammattilaista").length).toBe(2));
  await until(() => expect(list("Ilman ammattilaista")[0]?.textContent).toContain("Neuvolan chat"));
  const [first, second] = list("Ilman ammattilaista").map((each) => each.textContent ?? "");
  for (const words of ["Eino Esimerkki", "Keskustelua hoiti Liisa Virtanen"]) expect(first).toContain(words);
  expect(first).toMatch(/klo \d+[.:]\d+ alkaen/);
  expect(second).toContain("Tunnistautumaton asiakas 7");
  await press(takeOver);
  await until(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
  expect(text()).toContain("Otit keskustelun hoitaaksesi.");
  expect(page.calls.find(({ method }) => method === "TakeOverChat")?.request).toMatchObject({ chatId });
  await until(() => expect(list("Omat keskustelut").length).toBe(1));
  expect(text()).not.toContain("Ilman ammattilaista");
  // From now on it is kept.
  await until(() => expect(keptBy(page).length).toBeGreaterThan(0));
});

it.each([
  ["chat_attended", "Kollega on palannut keskusteluun."],
  ["chat_taken", "Kollega ehti ensin."],
  ["chat_waits_again", "Asiakas on palautettu jonoon."],
])("CHA-06 says why a chat is not taken over (%s), and goes on from the list", async (reason, words) => {
  const chats: Chats = { unattended: [unattended()] };
  const { router } = await open(
    "/chat",
    answering(chats, ({ method }) => {
      if (method !== "TakeOverChat") return;
      chats.unattended = [];
      throw refused(reason);
    }),
  );
  await until(() => expect(button(takeOver)).toBeDefined());
  await until(() => expect(button("Ota seuraava")?.disabled).toBe(false));
  await press(takeOver);
  await until(() => expect(text()).toContain(`Keskustelua ei otettu hoidettavaksi. ${words}`));
  await until(() => expect(list("Ilman ammattilaista").length).toBe(0));
  expect(document.activeElement?.textContent).toBe("Ota seuraava");
  expect(router.state.location.pathname).toBe("/chat");
});

it("CHA-06 says that a colleague goes on with a chat that was one's own while it is open", async () => {
  const chats: Chats = { own: [{ chatId, customerName: "Eino Esimerkki" }], kept: [{ chatId }] };
  room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
  const page = await open(`/chat/${chatId}`, answering(chats));
  await until(() => expect(document.querySelector('[role="log"]')).not.toBeNull());
  room.error = { code: Code.notFound, reason: "not_found", params: {}, fields: [], traceId: "" };
  chats.own = [];
  chats.kept = [];
  await fact(page);
  await until(() => expect(text()).toContain("Kollega on ottanut keskustelun hoitaakseen."));
  expect(document.querySelector('[role="log"]')).toBeNull();
  expect(text()).not.toContain("Asiakas ei enää odota");
});

it("CHA-06 keeps readable what was not sent when a colleague has taken the chat over, and sends nothing of it", async () => {
  const outbox = `outbox/${chatId}`;
  saveDraft(outbox, { text: "Kesken", files: [], unsent: [{ key: "k", text: "Jäi matkalle" }] });
  const chats: Chats = { own: [{ chatId, customerName: "Eino Esimerkki" }], kept: [{ chatId }] };
  room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
  const page = await open(`/chat/${chatId}`, answering(chats));
  await until(() => expect(document.querySelector('[role="log"]')).not.toBeNull());
  room.error = { code: Code.notFound, reason: "not_found", params: {}, fields: [], traceId: "" };
  chats.own = [];
  await fact(page);
  await until(() => expect(text()).toContain("Kollega on ottanut keskustelun hoitaakseen."));
  const field = document.querySelector("textarea");
  expect([field?.readOnly, field?.value]).toEqual([true, "Jäi matkalle\n\nKesken"]);
  expect(text()).toContain("Kirjoitit tämän, mutta sitä ei lähetetty");
  expect(page.calls.some(({ method }) => method === "WriteChatMessage")).toBe(false);
  saveDraft(outbox, undefined);
});

it("CHA-06 asks anew for the customer of a chat that is open already when it is taken over", async () => {
  const chats: Chats = { unattended: [unattended()] };
  const notFound = { code: Code.notFound, reason: "not_found", params: {}, fields: [], traceId: "" };
  room.error = notFound;
  const page = await open(
    `/chat/${chatId}`,
    answering(chats, ({ method, reply }) => {
      if (method === "GetChatCustomer" && room.error) throw refused("not_found");
      if (method !== "TakeOverChat") return undefined;
      chats.unattended = [];
      chats.own = [{ chatId, chatQueueId: id, customerName: "Eino Esimerkki" }];
      room.chat = { chatId, state: "CHAT_STATE_ACTIVE" };
      room.error = undefined;
      return reply();
    }),
  );
  await until(() => expect(text()).toContain("Asiakas ei enää odota."));
  await until(() => expect(button(takeOver)).toBeDefined());
  await press(takeOver);
  await until(() => expect(document.querySelector("article h2")?.textContent).toBe("Eino Esimerkki"));
  expect(page.calls.filter(({ method }) => method === "GetChatCustomer").length).toBe(2);
});

it("CHA-06 tells that chats without a professional have come, and leaves the focus to the next one when one goes by itself", async () => {
  const [first, second] = [unattended(), unattended({ chatId: other, customerName: "Aino Asiakas" })];
  const chats: Chats = { unattended: [first] };
  const page = await open("/chat", answering(chats));
  const told = () => [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent).join();
  await until(() => expect(button(takeOver)).toBeDefined());
  await until(() => expect(button("Ota seuraava")?.disabled).toBe(false));
  expect(told()).not.toContain("ilman ammattilaista");
  chats.unattended = [first, second];
  await fact(page);
  await until(() => expect(told()).toContain("2 keskustelua ilman ammattilaista"));
  await act(async () => button(takeOver)?.focus());
  chats.unattended = [second];
  await fact(page);
  await until(() => expect(list("Ilman ammattilaista").length).toBe(1));
  expect(document.activeElement?.textContent).toBe("Ota keskustelu hoitaaksesi Aino Asiakas");
  expect(told()).not.toContain("ilman ammattilaista");
  chats.unattended = [];
  await fact(page);
  await until(() => expect(list("Ilman ammattilaista").length).toBe(0));
  expect(document.activeElement?.textContent).toBe("Ota seuraava");
});

it("CHA-06 says every 40 seconds that one is there for one's chats, wherever one is, until there are none", async () => {
  useClock();
  markChats();
  const chats: Chats = { kept: [{ chatId, lastNumber: 1, lastSide: ChatSide.PRACTITIONER }] };
  const page = await open("/desktop", answering(chats));
  await until(() => expect(keptBy(page).length).toBe(1));
  expect(keptBy(page)[0]?.options.metadata).toMatchObject({ "x-kajo-background": "1" });
  await pass(40_000);
  await until(() => expect(keptBy(page).length).toBe(2));

  // The computer has slept, or the line was gone.
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  await until(() => expect(keptBy(page).length).toBe(3));
  for (const isOn of [false, true]) {
    await act(async () => void page.store.dispatch(liveSlice.actions.connectedChanged(isOn)));
  }
  await until(() => expect(keptBy(page).length).toBe(4));

  chats.kept = [];
  await pass(40_000);
  await until(() => expect(keptBy(page).length).toBe(5));
  await pass(180_000);
  expect(keptBy(page).length).toBe(5);
});

it("CHA-06 says it again 10 seconds after that has failed", async () => {
  useClock();
  markChats();
  let isDown = false;
  const page = await open(
    "/desktop",
    answering({ kept: [{ chatId }] }, ({ method }) => {
      if (method === "KeepOwnChats" && isDown) throw new CallError(Code.internal, "");
    }),
  );
  await until(() => expect(keptBy(page).length).toBe(1));
  isDown = true;
  await pass(40_000);
  await until(() => expect(keptBy(page).length).toBe(2));
  isDown = false;
  await pass(11_000);
  await until(() => expect(keptBy(page).length).toBe(3));
  await pass(30_000);
  expect(keptBy(page).length).toBe(3);
  await pass(11_000);
  await until(() => expect(keptBy(page).length).toBe(4));
});

it("CHA-06 looks once in an hour whether chats go on that were accepted in another browser, and keeps them from then on", async () => {
  useClock();
  const chats: Chats = {};
  const shown = async () => {
    const page = await open("/desktop", answering(chats));
    await until(() => expect(document.querySelector('nav a[href="/fi/chat"]')).not.toBeNull());
    expect(keptBy(page)).toEqual([]);
    await pass(12_000);
    return page;
  };
  const first = await shown();
  await until(() => expect(keptBy(first).length).toBe(1));
  expect(keptBy(first)[0]?.options.metadata).toMatchObject({ "x-kajo-background": "1" });
  await pass(130_000);
  expect(keptBy(first).length).toBe(1);

  chats.kept = [{ chatId }];
  const again = await shown();
  await pass(130_000);
  expect(keptBy(again)).toEqual([]);

  for (const name of Object.keys(sessionStorage)) sessionStorage.setItem(name, String(Date.now() - 3_700_000));
  await shown();
  await until(() =>
    expect(document.querySelector('nav a[href="/fi/chat"]')?.textContent).toContain("1 keskustelu käynnissä"),
  );
});

it("CHA-06 holds on to chats that came while it was asked whether there are any", () => {
  useClock();
  const asked = Date.now();
  vi.advanceTimersByTime(1_000);
  markChats();
  unmarkChats(asked);
  expect(localStorage.length).toBe(1);
  unmarkChats(Date.now());
  expect(localStorage.length).toBe(0);
});

it("CHA-07 tells once of a customer who waits in a call while one is elsewhere, and shows it beside the way to the chat", async () => {
  markChats();
  const call = { callId: other, state: CallState.ON, customer: CallPresence.LOBBY, practitioner: CallPresence.AWAY };
  const chats: Chats = { kept: [{ chatId }] };
  const page = await open("/desktop", answering(chats));
  const way = () => document.querySelector('nav a[href="/fi/chat"]')?.textContent;
  const told = () =>
    [...document.querySelectorAll("[role=status]")].filter(({ textContent }) =>
      textContent?.includes("Asiakas odottaa videopuhelussa"),
    ).length;
  await until(() => expect(way()).toMatch(/1 keskustelu käynnissä$/));
  expect(told()).toBe(0);
  chats.kept = [{ chatId, call }];
  const moved = () => act(async () => void page.store.dispatch(api.util.invalidateTags(["Call"])));
  await moved();
  await until(() => expect(way()).toContain("1 keskustelu käynnissä, 1 odottaa videopuhelussa"));
  await until(() => expect(told()).toBe(1));
  const before = keptBy(page).length;
  await moved();
  await until(() => expect(keptBy(page).length).toBeGreaterThan(before));
  expect(told()).toBe(1);
  chats.kept = [{ chatId, call: { ...call, practitioner: CallPresence.IN } }];
  await moved();
  await until(() => expect(way()).toMatch(/1 keskustelu käynnissä$/));
});

it("CHA-06 shows beside the way to the chat how many go on, and tells of a new message while one is elsewhere", async () => {
  markChats();
  const first = { chatId, lastNumber: 3, lastSide: ChatSide.CUSTOMER };
  const chats: Chats = { kept: [first, { chatId: other, lastNumber: 1, lastSide: ChatSide.PRACTITIONER }] };
  const page = await open("/desktop", answering(chats));
  const way = () => document.querySelector('nav a[href="/fi/chat"]')?.textContent;
  await until(() => expect(way()).toContain("2 keskustelua käynnissä, 1 odottaa vastausta"));
  // Where the window is narrow, the button of the menu tells it as well.
  expect(document.querySelector('header button[aria-label="Päävalikko"]')).toHaveAccessibleDescription(
    "2 keskustelua käynnissä, 1 odottaa vastausta",
  );
  expect(text()).not.toContain("Uusi viesti chatissa");

  chats.kept = [first, { chatId: other, lastNumber: 2, lastSide: ChatSide.CUSTOMER }];
  await fact(page);
  await until(() => expect(way()).toContain("2 keskustelua käynnissä, 2 odottaa vastausta"));
  const told = [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent);
  expect(told.join()).toContain("Uusi viesti chatissa");

  chats.kept = [{ ...first, lastNumber: 4, lastSide: ChatSide.PRACTITIONER }];
  await fact(page);
  await until(() => expect(way()).toMatch(/1 keskustelu käynnissä$/));

  // There the lists show it.
  await act(() => page.router.navigate({ to: "/chat" }));
  await until(() => expect(way()).not.toContain("käynnissä"));
});
