/** A chat in which nobody writes: who is asked whether they are there, and when both are told that it ends. */
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SilenceNotice } from "../src/chat";
import { silenceOf } from "../src/chat/silence";
import type { ChatJson, ChatMessageJson } from "../src/rpc";
import { hearServerTime } from "../src/rpc/server-time";
import { show } from "./screen";

/** So many minutes after the chat was accepted, at two in the afternoon in Finland. */
const at = (minutes: number) => Date.UTC(2026, 10, 27, 12, 0) + minutes * 60_000;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

const justBefore = 1 / 60;

const chat: ChatJson = { chatId: "1", state: "CHAT_STATE_ACTIVE", acceptedAt: iso(0) };

const byCustomer = (minutes: number): ChatMessageJson => ({
  number: 1,
  side: "CHAT_SIDE_CUSTOMER",
  writtenAt: iso(minutes),
});
const byPractitioner = (minutes: number): ChatMessageJson => ({
  number: 2,
  side: "CHAT_SIDE_PRACTITIONER",
  writtenAt: iso(minutes),
});

describe("CHA-06 a silence", () => {
  const asked = (endsAt: number) => ({ endsAt: new Date(at(endsAt)), isAsked: true });
  const told = (endsAt: number) => ({ endsAt: new Date(at(endsAt)), isAsked: false });

  it("is asked about five minutes after the customer was accepted, until the chat is to end", () => {
    expect(silenceOf(chat, [], at(5 - justBefore))).toBeUndefined();
    expect(silenceOf(chat, [], at(5))).toEqual(asked(30));
    expect(silenceOf(chat, [], at(30 - justBefore))).toEqual(asked(30));
    expect(silenceOf(chat, [], at(30))).toBeUndefined();
  });

  it("is asked about five minutes after the professional wrote last", () => {
    const messages = [byCustomer(1), byPractitioner(2)];
    expect(silenceOf(chat, messages, at(7 - justBefore))).toBeUndefined();
    expect(silenceOf(chat, messages, at(7))).toEqual(asked(32));
  });

  it("is told of alone, and late, where the professional is to write", () => {
    expect(silenceOf(chat, [byCustomer(3)], at(28 - justBefore))).toBeUndefined();
    expect(silenceOf(chat, [byCustomer(3)], at(28))).toEqual(told(33));
    // Accepted anew, by somebody who has the question before them.
    expect(silenceOf(chat, [byCustomer(-40)], at(24))).toBeUndefined();
    expect(silenceOf(chat, [byCustomer(-40)], at(25))).toEqual(told(30));
  });

  it("is told of alone where the professional has vanished", () => {
    expect(silenceOf({ ...chat, unattended: true }, [byPractitioner(2)], at(26))).toBeUndefined();
    expect(silenceOf({ ...chat, unattended: true }, [byPractitioner(2)], at(27))).toEqual(told(32));
  });

  it("begins anew with a colleague who takes the chat over", () => {
    const takenOver = { ...chat, takenOverAt: iso(10) };
    expect(silenceOf(takenOver, [byPractitioner(2)], at(15 - justBefore))).toBeUndefined();
    expect(silenceOf(takenOver, [byPractitioner(2)], at(15))).toEqual(asked(40));
  });

  it("is none while both are in a call, and not before they are", () => {
    const call = { state: "CALL_STATE_ON", customer: "CALL_PRESENCE_IN", practitioner: "CALL_PRESENCE_IN" } as const;
    expect(silenceOf({ ...chat, call }, [], at(10))).toBeUndefined();
    expect(silenceOf({ ...chat, call: { ...call, customer: "CALL_PRESENCE_LOBBY" } }, [], at(10))).toEqual(asked(30));
    expect(silenceOf({ ...chat, call: { ...call, state: "CALL_STATE_ENDED" } }, [], at(10))).toEqual(asked(30));
  });

  it("is none in a chat that does not go on", () => {
    expect(silenceOf({ ...chat, state: "CHAT_STATE_ENDED" }, [], at(10))).toBeUndefined();
    expect(silenceOf({ chatId: "1", state: "CHAT_STATE_WAITING" }, [byPractitioner(2)], at(10))).toBeUndefined();
    expect(silenceOf({ chatId: "1", state: "CHAT_STATE_ACTIVE" }, [], at(10))).toBeUndefined();
  });
});

describe("CHA-06 the notice of a silence", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: at(4) });
  });
  afterEach(() => {
    serverSays(Date.now());
    vi.useRealTimers();
  });

  const serverSays = (now: number) => hearServerTime(new Headers({ date: new Date(now).toUTCString() }));
  const showNotice = (messages: readonly ChatMessageJson[] = []) =>
    show(<SilenceNotice asked={(time) => `Päättyy klo ${time}.`} chat={chat} messages={messages} quiet />);
  const minutes = (count: number) => act(async () => void (await vi.advanceTimersByTimeAsync(count * 60_000)));
  const line = () => document.querySelector("p")?.textContent;
  const status = () => document.querySelector("[role=status]");

  it("comes by itself, is told aloud once, and goes with the next message", async () => {
    await showNotice();
    expect([line(), status()?.textContent]).toEqual([undefined, ""]);
    await minutes(1);
    expect([line(), status()?.textContent]).toEqual(["Päättyy klo 14.30.", "Päättyy klo 14.30."]);
    const said = status()?.firstChild;
    await minutes(20);
    expect([line(), status()?.firstChild]).toEqual(["Päättyy klo 14.30.", said]);
    await showNotice([byCustomer(25)]);
    expect([line(), status()?.textContent]).toEqual([undefined, ""]);
    await minutes(25);
    expect(line()).toBe("Keskustelu päättyy klo 14.55, jos kumpikaan ei kirjoita.");
    await minutes(5);
    expect(line()).toBeUndefined();
  });

  it("goes by the clock of the server", async () => {
    serverSays(at(-60));
    await showNotice();
    await minutes(5);
    expect(line()).toBeUndefined();
    serverSays(at(5));
    hearServerTime(new Headers());
    await minutes(1);
    expect(line()).toBe("Päättyy klo 14.30.");
  });
});
