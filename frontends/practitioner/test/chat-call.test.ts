/** Video calls in a chat, as professionals invite to them: the wait for an answer, the call itself, and what has become of it. */
import { act, createElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../../shared/src/rpc/api";
import type { ChatCallJson } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { room } from "./chat-room";
import { id, open, until } from "./open";

vi.mock("@kajo/shared/chat", async (original) => ({
  ...(await original<object>()),
  ...(await import("./chat-room")).standIn,
}));

interface PanelProps {
  readonly callId: string;
  readonly isOrganiser: boolean;
  readonly onOver: () => void;
  readonly phoneText?: string | undefined;
}

/** What stands in it has tests of its own. */
vi.mock("@kajo/shared/call", async (original) => ({
  ...(await original<object>()),
  CallPanel: ({ callId, isOrganiser, onOver, phoneText }: PanelProps) =>
    createElement("section", { "aria-label": isOrganiser ? "kutsujan puhelu" : "kutsutun puhelu" }, [
      createElement("p", { key: "said" }, `${callId} ${phoneText}`),
      createElement("button", { key: "close", onClick: onOver, type: "button" }, "Sulje puhelu"),
    ]),
}));

const chatId = `${id.slice(0, -1)}7`;
const callId = `${id.slice(0, -1)}8`;
const next = `${id.slice(0, -1)}9`;

beforeEach(() => {
  stand(undefined);
  sessionStorage.clear();
});

function stand(call: ChatCallJson | undefined): void {
  room.chat = { chatId, state: "CHAT_STATE_ACTIVE", ...(call ? { call } : {}) };
}

const answering =
  (more: (call: SeenCall) => unknown = () => undefined) =>
  (call: SeenCall) => {
    const { method, reply } = call;
    const said = more(call);
    if (said !== undefined) return said;
    if (method === "ListWorkContexts") return reply({ roleId: id, locationId: id });
    if (method === "ListWaitingChats") return reply({ own: [{ chatId, customerName: "Eino Esimerkki" }] });
    if (method === "GetChatCustomer") {
      return reply({ customer: { chatId, name: "Eino Esimerkki", patientPhone: "040 123 4567" } });
    }
    return reply();
  };

type Opened = Awaited<ReturnType<typeof open>>;

/** The call stands so from now on, and a fact has told of it. */
async function stands({ store }: Opened, call: ChatCallJson): Promise<void> {
  stand(call);
  await act(async () => void store.dispatch(api.util.invalidateTags(["WaitingChat"])));
}

const text = () => document.body.textContent ?? "";
const panel = () => document.querySelector("section[aria-label='kutsujan puhelu']");
const button = (words: string) =>
  [...document.querySelectorAll("button")].findLast((each) => each.textContent?.trim() === words);
const press = (words: string) =>
  act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

it("CHA-07 invites to a call, tells that it was declined, invites again, and opens the call when they accept", async () => {
  const ids = [callId, next];
  const page = await open(
    `/chat/${chatId}`,
    answering(({ method, reply }) => (method === "InviteToCall" ? reply({ callId: ids.shift() ?? "" }) : undefined)),
  );
  await until(() => expect(button("Kutsu videopuheluun")).toBeDefined());
  await press("Kutsu videopuheluun");
  expect(page.calls.find(({ method }) => method === "InviteToCall")?.request).toMatchObject({ chatId });
  await stands(page, { callId, state: "CALL_STATE_INVITED", lapsesAt: inSeconds(50) });
  await until(() => expect(text()).toMatch(/Odotetaan vastausta videopuhelukutsuun \(0 min \d+ s\)/));
  expect(button("Kutsu videopuheluun")).toBeUndefined();
  // The button that was pressed has gone.
  await until(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(button("Peru kutsu") ?? null)).toBe(true);

  await stands(page, { callId, state: "CALL_STATE_ENDED", end: "CALL_END_DECLINED" });
  await until(() => expect(text()).toContain("Asiakas ei ottanut videopuhelua vastaan."));
  await until(() => expect(button("Kutsu videopuheluun")).toBeDefined());
  await press("Kutsu videopuheluun");
  await stands(page, { callId: next, state: "CALL_STATE_INVITED", lapsesAt: inSeconds(50) });
  await until(() => expect(button("Peru kutsu")).toBeDefined());
  expect(panel()).toBeNull();
  await stands(page, { callId: next, state: "CALL_STATE_ON" });
  await until(() => expect(panel()?.textContent).toContain(`${next} Soita asiakkaalle numeroon 040 123 4567.`));
  expect(text()).toContain("Asiakas otti videopuhelun vastaan.");
  // What is written goes on beside it.
  expect(document.querySelector("[role=log]")).not.toBeNull();
});

it("CHA-07 leads back to a call that goes on after a reload, tells who waits, and how long it took", async () => {
  stand({ callId, state: "CALL_STATE_ON" });
  const page = await open(`/chat/${chatId}`, answering());
  await until(() => expect(text()).toContain("Videopuhelu on käynnissä."));
  expect([panel(), button("Kutsu videopuheluun")]).toEqual([null, undefined]);
  await stands(page, { callId, state: "CALL_STATE_ON", customer: "CALL_PRESENCE_LOBBY" });
  await until(() => expect(text()).toContain("Eino Esimerkki odottaa videopuhelun aulassa."));
  await press("Palaa puheluun");
  await until(() => expect(panel()).not.toBeNull());

  const met = { metAt: "2026-11-27T09:02:00Z", endedAt: "2026-11-27T09:14:30Z" };
  await stands(page, { callId, state: "CALL_STATE_ENDED", end: "CALL_END_CUSTOMER", ...met });
  // How it ended is shown there first.
  await until(() => expect(button("Kutsu videopuheluun")).toBeDefined());
  expect(panel()).not.toBeNull();
  await press("Sulje puhelu");
  await until(() => expect(text()).toContain("Videopuhelu päättyi. Kesto 12 min."));
  expect(panel()).toBeNull();
});

it("CHA-07 takes an invitation back", async () => {
  stand({ callId, state: "CALL_STATE_INVITED", lapsesAt: inSeconds(50) });
  const page = await open(`/chat/${chatId}`, answering());
  await until(() => expect(button("Peru kutsu")).toBeDefined());
  await press("Peru kutsu");
  await until(() => expect(page.calls.find(({ method }) => method === "EndCall")?.request).toMatchObject({ callId }));
  await stands(page, { callId, state: "CALL_STATE_ENDED", end: "CALL_END_WITHDRAWN" });
  await until(() => expect(text()).toContain("Videopuhelukutsu peruttiin."));
});

it.each([
  [{ end: "CALL_END_LAPSED" }, "Asiakas ei vastannut videopuhelukutsuun."],
  [{ end: "CALL_END_LEFT" }, "Videopuhelu ei alkanut."],
  [
    { end: "CALL_END_LEFT", metAt: "2026-11-27T09:02:00Z", endedAt: "2026-11-27T09:02:40Z" },
    "Videopuhelu päättyi. Kesto alle minuutin.",
  ],
] as const)("CHA-07 tells what has become of a call (%j)", async (over, words) => {
  stand({ callId, state: "CALL_STATE_ENDED", ...over });
  await open(`/chat/${chatId}`, answering());
  await until(() => expect(text()).toContain(words));
});
