// @vitest-environment node
/** A thread that is fetched again, over a server that answers as the contract says. */
import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import {
  GetConversationResponseSchema,
  type ParticipantJson,
  type ThreadEntryJson,
} from "../src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { threadApi } from "../src/thread/api";
import { merged } from "../src/thread/merge";
import { fakeTransport } from "./fake-transport";

const entry = (number: number, text: string, authorId = "aino"): ThreadEntryJson => ({
  number: String(number),
  message: { text, authorId, visibility: "VISIBILITY_EVERYONE" },
});

const participants = (liisaReadUpTo: number): ParticipantJson[] => [
  { personId: "aino", kind: "PARTICIPANT_KIND_RESIDENT" },
  { personId: "liisa", kind: "PARTICIPANT_KIND_PRACTITIONER", readUpTo: String(liisaReadUpTo) },
];

const conversationId = "0190f5a0-0000-7000-8000-000000000001";

it("asks for what is new alone, and has the whole thread after it, with who has read the rest meanwhile", async () => {
  const answers = [
    { known: "one", partial: false, thread: [entry(1, "Hei"), entry(2, "Oho")], liisa: 0 },
    { known: "two", partial: true, thread: [entry(4, "Kiitos", "liisa")], liisa: 2 },
    { known: "three", partial: false, thread: [entry(1, ""), entry(2, "")], liisa: 4 },
  ];
  const { transport, calls } = fakeTransport(() => {
    const { thread = [], liisa = 0, ...answer } = answers.shift() ?? {};
    const conversation = { thread, participants: participants(liisa) };
    return fromJson(GetConversationResponseSchema, { ...answer, conversation } as JsonValue);
  });
  const store = createAppStore({ transport, language: "fi", expectsSession: false, wait: async () => {} });
  const ask = async () => {
    const query = threadApi.endpoints.getConversation.initiate({ conversationId }, { forceRefetch: true });
    const { data } = await store.dispatch(query as never as ReturnType<typeof query>);
    return (data?.conversation?.thread ?? []).map(({ number, message }) => [number, message?.text, message?.seenBy]);
  };
  const told = () => calls.at(-1)?.request;

  expect(await ask()).toEqual([
    ["1", "Hei", undefined],
    ["2", "Oho", undefined],
  ]);
  expect(told()).toMatchObject({ after: 0n, known: "" });
  expect(await ask()).toEqual([
    ["1", "Hei", ["liisa"]],
    ["2", "Oho", ["liisa"]],
    ["4", "Kiitos", undefined],
  ]);
  expect(told()).toMatchObject({ after: 2n, known: "one" });
  // What was erased meanwhile is in no cache either.
  expect(await ask()).toEqual([
    ["1", undefined, undefined],
    ["2", undefined, undefined],
  ]);
  expect(told()).toMatchObject({ after: 4n, known: "two" });
});

it("counts nobody as a reader of what does not reach them", () => {
  const note = { number: "1", message: { authorId: "liisa", visibility: "VISIBILITY_PRACTITIONERS" as const } };
  const readers = [
    { personId: "aino", kind: "PARTICIPANT_KIND_RESIDENT" as const, readUpTo: "5" },
    { personId: "pekka", kind: "PARTICIPANT_KIND_PRACTITIONER" as const, readUpTo: "5" },
    { personId: "karin", kind: "PARTICIPANT_KIND_PRACTITIONER" as const },
    { personId: "liisa", kind: "PARTICIPANT_KIND_PRACTITIONER" as const, readUpTo: "5" },
  ];
  const { conversation } = merged(
    { conversation: { thread: [note] } },
    { partial: true, conversation: { participants: readers } },
  );
  expect(conversation?.thread?.[0]?.message?.seenBy).toEqual(["pekka"]);
});

it("CON-11 counts as readers of what is written to those who take part only those who do so now", () => {
  const note = { number: "1", message: { authorId: "liisa", visibility: "VISIBILITY_TAKING_PART" as const } };
  const reader = (personId: string, takesPart: boolean) => ({
    personId,
    kind: "PARTICIPANT_KIND_PRACTITIONER" as const,
    readUpTo: "5",
    takesPart,
  });
  const before = { conversation: { thread: [note] } };
  const answer = {
    partial: true,
    conversation: { participants: [reader("liisa", true), reader("pekka", true), reader("anna", false)] },
  };
  expect(merged(before, answer).conversation?.thread?.[0]?.message?.seenBy).toEqual(["pekka"]);
});
