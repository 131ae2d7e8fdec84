// @vitest-environment node
/** A chat that is fetched again, and how what was written in it is put together. */
import { create, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";
import { createAppStore } from "../src/app/store";
import { chatApi } from "../src/chat/api";
import { groupsOf } from "../src/chat/groups";
import { lineMovedOf } from "../src/chat/line-moved";
import { knownUpTo, merged } from "../src/chat/merge";
import { listenToWhispers, tellWhisper } from "../src/live/whispers";
import { type ChatMessageJson, GetChatResponseSchema, LineMovedSchema, type ScanStateJson } from "../src/rpc";
import { fakeTransport } from "./fake-transport";

const message = (number: number, side: ChatMessageJson["side"] = "CHAT_SIDE_CUSTOMER", seconds = 0) => ({
  number,
  side,
  text: `${number}`,
  writtenAt: new Date(Date.UTC(2026, 10, 27, 8, 30, seconds)).toISOString(),
});

const chatId = "0190f5a0-0000-7000-8000-000000000001";

it("asks for what was written since alone, and has the whole chat after it", async () => {
  const answers = [[message(1), message(2)], [message(3)], []];
  const { transport, calls } = fakeTransport(() =>
    fromJson(GetChatResponseSchema, { chat: { chatId }, messages: answers.shift() ?? [] } as JsonValue),
  );
  const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
  const ask = async () => {
    const query = chatApi.endpoints.getChat.initiate({ chatId }, { forceRefetch: true });
    const { data } = await store.dispatch(query as never as ReturnType<typeof query>);
    return (data?.messages ?? []).map(({ number }) => number);
  };
  expect(await ask()).toEqual([1, 2]);
  expect(calls.at(-1)?.request).toMatchObject({ afterNumber: 0 });
  expect(await ask()).toEqual([1, 2, 3]);
  expect(calls.at(-1)?.request).toMatchObject({ afterNumber: 2 });
  expect(await ask()).toEqual([1, 2, 3]);
  expect(calls.at(-1)?.request).toMatchObject({ afterNumber: 3 });
});

it("has no message twice that is answered twice", () => {
  const { messages } = merged({ messages: [message(1), message(2)] }, { messages: [message(2), message(3)] });
  expect(messages?.map(({ number }) => number)).toEqual([1, 2, 3]);
});

describe("CHA-06 files of messages", () => {
  const withFile = (number: number, scanState?: ScanStateJson) => ({
    ...message(number),
    attachments: [{ attachmentId: `${number}`, ...(scanState ? { fileName: `${number}.pdf`, scanState } : {}) }],
  });

  it("are asked about again from the first one that is not scanned yet, or of which nothing is known", () => {
    expect(knownUpTo(undefined)).toBe(0);
    expect(knownUpTo([message(1), withFile(2, "SCAN_STATE_CLEAN"), withFile(3, "SCAN_STATE_INFECTED")])).toBe(3);
    expect(knownUpTo([message(1), withFile(2, "SCAN_STATE_CLEAN"), withFile(3, "SCAN_STATE_PENDING")])).toBe(2);
    expect(knownUpTo([message(1), withFile(2), withFile(3, "SCAN_STATE_PENDING"), message(4)])).toBe(1);
    expect(knownUpTo([message(1), withFile(2, "SCAN_STATE_ERROR"), message(3)])).toBe(1);
    expect(knownUpTo([withFile(1), message(2)])).toBe(0);
  });

  it("wait for nothing when they have no name any more", () => {
    const nameless = { ...message(2), attachments: [{ attachmentId: "2", scanState: "SCAN_STATE_CLEAN" as const }] };
    expect(knownUpTo([message(1), nameless])).toBe(2);
  });

  it("have their chat asked for anew when their scan has ended, and no other one", async () => {
    const { transport, calls } = fakeTransport(({ request }) => {
      const asked = (request as { chatId: string }).chatId;
      const scanState = asked === chatId ? "SCAN_STATE_PENDING" : "SCAN_STATE_CLEAN";
      return fromJson(GetChatResponseSchema, {
        chat: { chatId: asked },
        messages: [withFile(1, scanState)],
      } as JsonValue);
    });
    const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
    for (const id of [chatId, "0190f5a0-0000-7000-8000-000000000002"]) {
      const query = chatApi.endpoints.getChat.initiate({ chatId: id });
      await store.dispatch(query as never as ReturnType<typeof query>);
    }
    store.dispatch(chatApi.util.invalidateTags([{ type: "Attachment", id: "1" }]));
    await vi.waitFor(() => expect(calls).toHaveLength(3));
    await Promise.all(store.dispatch(chatApi.util.getRunningQueriesThunk()));
    expect(calls.map(({ request }) => (request as { chatId: string }).chatId.at(-1))).toEqual(["1", "2", "1"]);
  });

  it("become known in their place, in the same list as long as nothing has changed", () => {
    const before = { messages: [message(1), withFile(2, "SCAN_STATE_PENDING"), message(3)] };
    const same = merged(before, { messages: [withFile(2, "SCAN_STATE_PENDING"), message(3)] });
    expect(same.messages).toBe(before.messages);
    const { messages } = merged(before, { messages: [withFile(2, "SCAN_STATE_CLEAN"), message(3), message(4)] });
    expect(messages).toEqual([message(1), withFile(2, "SCAN_STATE_CLEAN"), message(3), message(4)]);
    expect(messages?.[2]).toBe(before.messages[2]);
  });

  it("stay known when an answer knows nothing of them", () => {
    const before = { messages: [withFile(1, "SCAN_STATE_PENDING"), withFile(2)] };
    const { messages } = merged(before, { messages: [withFile(1), withFile(2, "SCAN_STATE_PENDING")] });
    expect(messages).toEqual([withFile(1, "SCAN_STATE_PENDING"), withFile(2, "SCAN_STATE_PENDING")]);
  });
});

it("puts together what one side says within a minute", () => {
  const groups = groupsOf([
    message(1),
    message(2, "CHAT_SIDE_CUSTOMER", 59),
    message(3, "CHAT_SIDE_CUSTOMER", 61),
    message(4, "CHAT_SIDE_PRACTITIONER", 62),
    { ...message(5, "CHAT_SIDE_PRACTITIONER", 63), practitionerName: "Liisa Virtanen" },
  ]);
  expect(groups.map(({ messages }) => messages.map(({ number }) => number))).toEqual([[1, 2], [3], [4], [5]]);
});

it("tells a whisper to those who listen to its kind, as long as they do", () => {
  const heard: string[] = [];
  const message = "kajo.chat_queue.v1.LineMoved";
  const stop = listenToWhispers(message, (payload) => heard.push(lineMovedOf(payload).chatQueueId));
  const payload = toBinary(LineMovedSchema, create(LineMovedSchema, { chatQueueId: "q" }));
  tellWhisper({ message, payload });
  tellWhisper({ message: "kajo.chat_queue.v1.Other", payload });
  stop();
  tellWhisper({ message, payload });
  expect(heard).toEqual(["q"]);
});
