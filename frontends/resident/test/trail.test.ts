// @vitest-environment node
import type { ConversationJson } from "@kajo/shared/rpc";
import { expect, it } from "vitest";
import { trailOf } from "../src/features/trail/trail";

type Entry = NonNullable<ConversationJson["thread"]>[number];
type Files = NonNullable<NonNullable<Entry["message"]>["attachments"]>;
type System = NonNullable<NonNullable<Entry["systemEvent"]>["kind"]>;

const written = (authorKind: NonNullable<Entry["message"]>["authorKind"] & string, attachments: Files = []): Entry => ({
  message: { authorKind, attachments },
});
const own = (...states: readonly NonNullable<Files[number]["scanState"]>[]) =>
  written(
    "PARTICIPANT_KIND_RESIDENT",
    states.map((scanState) => ({ scanState })),
  );
const answer = written("PARTICIPANT_KIND_PRACTITIONER");
const event = (kind: System): Entry => ({ systemEvent: { kind } });

/** What the trail says, each entry of the thread a minute after the one before it, and at which entry. */
const trail = (...thread: readonly Entry[]) =>
  trailOf(thread.map((entry, index) => ({ ...entry, at: new Date(index * 60_000).toISOString() }))).map(
    ({ kind, at }) => `${kind} ${at.getTime() / 60_000}`,
  );

it("tells of a message that it was received, waits in the queue, was taken and answered, each when it happened", () => {
  expect(trail(own())).toEqual(["received 0", "queued 0"]);
  expect(trail(own(), event("SYSTEM_EVENT_KIND_PICKED"))).toEqual(["received 0", "queued 0", "taken 1"]);
  expect(trail(own(), event("SYSTEM_EVENT_KIND_PICKED"), answer, answer)).toEqual([
    "received 0",
    "queued 0",
    "taken 1",
    "answered 2",
  ]);
});

it("tells when it went back into a queue, and when it ended without an answer", () => {
  const back = [own(), event("SYSTEM_EVENT_KIND_PICKED"), event("SYSTEM_EVENT_KIND_RETURNED_TO_QUEUE")];
  expect(trail(...back)).toEqual(["received 0", "queued 0", "taken 1", "queued 2"]);
  expect(trail(...back, event("SYSTEM_EVENT_KIND_CLOSED")).at(-1)).toBe("ended 3");
});

it("tells of the last message, which who has the conversation already sees at once", () => {
  const taken = [own(), event("SYSTEM_EVENT_KIND_PICKED")];
  expect(trail(...taken, answer, own())).toEqual(["received 3", "handled 3"]);
  expect(trail(...taken, event("SYSTEM_EVENT_KIND_FORWARDED_TO_QUEUE"), own())).toEqual(["received 3", "queued 3"]);
});

it.each([
  [["SCAN_STATE_CLEAN", "SCAN_STATE_PENDING"], "checking"],
  [["SCAN_STATE_CLEAN", "SCAN_STATE_CLEAN"], "checked"],
  [["SCAN_STATE_CLEAN", "SCAN_STATE_INFECTED"], "blocked"],
  [["SCAN_STATE_ERROR"], "blocked"],
] as const)("says of files that are %j: %s", (states, kind) => {
  expect(trail(own(...states))).toEqual(["received 0", `${kind} 0`, "queued 0"]);
});

it("has nothing to tell where nothing was sent", () => {
  expect(trail(answer)).toEqual([]);
});
