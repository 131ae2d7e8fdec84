/** A chat that is fetched again, and how what was written in it is put together. */
import { create, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import { chatApi } from "../src/chat/api";
import { groupsOf } from "../src/chat/groups";
import { lineMovedOf } from "../src/chat/line-moved";
import { merged } from "../src/chat/merge";
import { listenToWhispers, tellWhisper } from "../src/live/whispers";
import { type ChatMessageJson, GetChatResponseSchema, LineMovedSchema } from "../src/rpc";
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
