/** Video calls in a chat, as residents and visitors come to them: the invitation, the call itself, and what has become of it. */
import { act, createElement } from "react";
import { expect, it, vi } from "vitest";
import { CallEnd, CallState } from "../../shared/src/rpc/gen/kajo/chat_queue/v1/chat_call_pb";
import type { SeenCall } from "../../shared/test/fake-transport";
import { open, until } from "./open";

interface InvitationProps {
  readonly name: string;
  readonly onAnswered: (accepted: boolean) => void;
}

interface PanelProps {
  readonly callId: string;
  readonly isOrganiser: boolean;
  readonly onOver: () => void;
}

/** What stands in them has tests of its own. */
vi.mock("@kajo/shared/call", () => {
  const button = (words: string, onClick: () => void) =>
    createElement("button", { key: words, onClick, type: "button" }, words);
  return {
    InvitationDialog: ({ name, onAnswered }: InvitationProps) =>
      createElement("div", { role: "alertdialog" }, [
        createElement("p", { key: "name" }, name),
        button("Hyväksy", () => onAnswered(true)),
        button("Hylkää", () => onAnswered(false)),
      ]),
    CallPanel: ({ callId, isOrganiser, onOver }: PanelProps) =>
      createElement("section", { "aria-label": isOrganiser ? "kutsujan puhelu" : "kutsutun puhelu" }, [
        createElement("p", { key: "call" }, callId),
        button("Sulje puhelu", onOver),
      ]),
  };
});

const chatId = "0190f5a0-0000-7000-8000-0000000000c1";
const callId = "0190f5a0-0000-7000-8000-0000000000e1";
const active = 2;

const at = (iso: string) => ({ seconds: BigInt(Date.parse(iso) / 1_000), nanos: 0 });
const lapsesAt = at("2026-11-27T09:01:00Z");

/** Answers as the service would, of a chat whose call stands as `call` says at that moment. */
function service(call: () => object | undefined) {
  return ({ method, reply }: SeenCall): unknown => {
    const chat = {
      chatId,
      chatQueueName: { texts: { fi: "Sairaanhoitajan chat" } },
      state: active,
      practitionerName: "Sari Hoitaja",
      messageMaxChars: 2_000,
    };
    const now = call();
    return method === "GetChat"
      ? reply({ chat: { ...chat, ...(now ? { call: { callId, ...now } } : {}) } })
      : reply({});
  };
}

const main = () => document.querySelector("main")?.textContent ?? "";
const dialog = () => document.querySelector("[role=alertdialog]");
const panel = () => document.querySelector("section[aria-label='kutsutun puhelu']");
const button = (words: string) =>
  [...document.querySelectorAll<HTMLElement>("button")].find(({ textContent }) => textContent === words);
const press = (words: string) =>
  act(async () => {
    button(words)?.focus();
    button(words)?.click();
  });

/** As a live update of a call does: it tells of no chat. */
async function changed({ store }: Awaited<ReturnType<typeof open>>) {
  const { api } = await import("../../shared/src/rpc/api");
  await act(async () => void store.dispatch(api.util.invalidateTags(["Chat"])));
}

it("CHA-07 asks who is invited, opens the call when they accept, leads back to it while it goes on, and tells how long it took", async () => {
  let call: object = { state: CallState.INVITED, lapsesAt };
  const page = await open(
    `/chat/${chatId}`,
    service(() => call),
  );
  await until(() => expect(dialog()).toHaveTextContent("Sari Hoitaja"));
  await until(() => expect(document.title).toMatch(/^Kutsu videopuheluun · Sairaanhoitajan chat/));
  expect(panel()).toBeNull();
  await press("Hyväksy");
  // Before it is told that it was accepted.
  await until(() => expect(panel()).toHaveTextContent(callId));
  expect(dialog()).toBeNull();
  call = { state: CallState.ON };
  await changed(page);
  await until(() => expect(document.title).toMatch(/^Sairaanhoitajan chat/));
  expect(panel()).not.toBeNull();

  await press("Sulje puhelu");
  await until(() => expect(main()).toContain("Videopuhelu on käynnissä"));
  expect(panel()).toBeNull();
  await until(() => expect(document.activeElement).toHaveTextContent("Palaa puheluun"));
  await press("Palaa puheluun");
  await until(() => expect(panel()).not.toBeNull());

  const met = { metAt: at("2026-11-27T09:02:00Z"), endedAt: at("2026-11-27T09:14:30Z") };
  call = { state: CallState.ENDED, end: CallEnd.PRACTITIONER, ...met };
  await changed(page);
  // How it ended is shown there first.
  expect(panel()).not.toBeNull();
  expect(main()).not.toContain("Kesto");
  await press("Sulje puhelu");
  await until(() => expect(document.activeElement).toHaveTextContent("Videopuhelu päättyi. Kesto 12 min."));
});

it("CHA-07 leaves who does not come in the chat, and asks about the next call anew", async () => {
  let call: object = { state: CallState.INVITED, lapsesAt };
  const page = await open(
    `/chat/${chatId}`,
    service(() => call),
  );
  await until(() => expect(dialog()).not.toBeNull());
  await press("Hylkää");
  await until(() => expect(dialog()).toBeNull());
  expect(panel()).toBeNull();
  call = { state: CallState.ENDED, end: CallEnd.DECLINED };
  await changed(page);
  await until(() => expect(main()).toContain("Et ottanut videopuhelukutsua vastaan."));
  call = { callId: chatId, state: CallState.INVITED, lapsesAt };
  await changed(page);
  await until(() => expect(dialog()).not.toBeNull());
});

it("CHA-07 leads back to a call after a reload, and does not come by itself", async () => {
  await open(
    `/chat/${chatId}`,
    service(() => ({ state: CallState.ON })),
  );
  await until(() => expect(main()).toContain("Videopuhelu on käynnissä"));
  expect([dialog(), panel()]).toEqual([null, null]);
  await press("Palaa puheluun");
  await until(() => expect(panel()).not.toBeNull());
});

it.each([
  [CallEnd.LAPSED, "Et vastannut videopuhelukutsuun ajoissa."],
  [CallEnd.WITHDRAWN, "Ammattilainen perui videopuhelukutsun."],
  [CallEnd.LEFT, "Videopuhelu ei alkanut."],
])("CHA-07 tells quietly why there was no call (%s)", async (end, words) => {
  await open(
    `/chat/${chatId}`,
    service(() => ({ state: CallState.ENDED, end })),
  );
  await until(() => expect(main()).toContain(words));
});
