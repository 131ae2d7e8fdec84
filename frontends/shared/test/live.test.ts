// @vitest-environment node
import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createGatherer, staleAfter, type Tag } from "../src/live/fan-out";
import { type FollowOptions, follow, pauseMs, silenceMs } from "../src/live/follow";
import { type Update, UpdateSchema } from "../src/rpc/gen/kajo/live/v1/live_pb";
import { CallError, Code } from "../src/rpc/transport";
import { fakeTransport } from "./fake-transport";

const update = (cursor: string, part: Update["update"]) => create(UpdateSchema, { cursor, update: part });
const welcome = (cursor: string) => update(cursor, { case: "welcome", value: { $typeName: "kajo.live.v1.Welcome" } });
const changed = (cursor: string, aggregate: string, id: string) =>
  update(cursor, {
    case: "changed",
    value: { $typeName: "kajo.live.v1.Changed", aggregate, id, fact: "MessageWritten", factNo: 1n },
  });

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

function start(part: Partial<FollowOptions> = {}) {
  const fake = fakeTransport();
  const controller = new AbortController();
  const seen: [string, boolean][] = [];
  const connected: boolean[] = [];
  const waits: number[] = [];
  const refused: number[] = [];
  const done = follow({
    transport: fake.transport,
    signal: controller.signal,
    from: "",
    onUpdate: (each, resumed) => seen.push([each.update.case ?? "", resumed]),
    onConnected: (on) => connected.push(on),
    onRefused: (failure) => refused.push(failure.code),
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 1,
    ...part,
  });
  return { ...fake, controller, seen, connected, waits, refused, done };
}

describe("following the live stream", () => {
  it("resumes behind the last cursor after the line was cut", async () => {
    const live = start();
    await settled();
    expect(live.streams[0]?.request).toMatchObject({ cursor: "" });
    live.streams[0]?.send(welcome("7"));
    live.streams[0]?.send(changed("8", "conversation", "c"));
    live.streams[0]?.fail(new CallError(Code.unavailable, ""));
    await settled();
    expect(live.streams[1]?.request).toMatchObject({ cursor: "8" });
    live.streams[1]?.send(welcome("8"));
    await settled();
    expect(live.seen).toEqual([
      ["welcome", false],
      ["changed", false],
      ["welcome", true],
    ]);
    expect(live.connected).toEqual([true, false, true]);
    live.controller.abort();
    await live.done;
  });

  it("begins where it is told to, behind what was fetched", async () => {
    const live = start({ from: "5" });
    await settled();
    expect(live.streams[0]?.request).toMatchObject({ cursor: "5" });
    live.streams[0]?.send(welcome("5"));
    await settled();
    expect(live.seen).toEqual([["welcome", true]]);
    live.controller.abort();
    await live.done;
  });

  it("goes on at the server's rotation without telling anybody", async () => {
    const live = start();
    await settled();
    live.streams[0]?.send(welcome("1"));
    live.streams[0]?.end();
    await settled();
    expect(live.streams).toHaveLength(2);
    expect(live.connected).toEqual([true]);
    live.controller.abort();
    await live.done;
  });

  it("waits longer after each failure, up to a bound, and never in step with others", () => {
    expect([0, 1, 2, 3, 9].map((failures) => pauseMs(failures, 1))).toEqual([500, 1_000, 2_000, 4_000, 15_000]);
    expect(pauseMs(3, 0)).toBe(2_000);
  });

  it("gives up when the session is over", async () => {
    const live = start();
    await settled();
    live.streams[0]?.fail(new CallError(Code.unauthenticated, ""));
    await live.done;
    expect(live.refused).toEqual([Code.unauthenticated]);
    expect(live.streams).toHaveLength(1);
  });

  it("stops when the tab goes", async () => {
    const live = start();
    await settled();
    live.controller.abort();
    await live.done;
    expect(live.streams).toHaveLength(1);
    expect(live.streams[0]?.options.signal?.aborted).toBe(true);
  });

  describe("on a line that fell silent", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it("takes another one", async () => {
      const live = start();
      await vi.advanceTimersByTimeAsync(0);
      live.streams[0]?.send(welcome("3"));
      await vi.advanceTimersByTimeAsync(silenceMs + 1);
      expect(live.streams[1]?.request).toMatchObject({ cursor: "3" });
      live.controller.abort();
      await live.done;
    });
  });
});

describe("what an update makes stale", () => {
  it("is the conversation, and the lists it stands in", () => {
    expect(staleAfter(changed("1", "conversation", "c"), true)).toEqual([
      { type: "Conversation", id: "c" },
      "ConversationList",
      "TaskList",
    ]);
  });

  it("is everything after a reset, and on the first welcome what was fetched before it", () => {
    const reset = update("1", { case: "reset", value: { $typeName: "kajo.live.v1.Reset" } });
    expect(staleAfter(reset, true)).toContain("Session");
    expect(staleAfter(welcome("1"), false)).toContain("ConversationList");
    expect(staleAfter(welcome("1"), true)).toEqual([]);
  });

  it("is nothing for an aggregate that this app does not know", () => {
    expect(staleAfter(changed("1", "lab_result", "x"), true)).toEqual([]);
  });

  it("is fetched once for a burst", () => {
    const invalidated: Tag[][] = [];
    let run = () => {};
    const gather = createGatherer(
      (tags) => invalidated.push(tags),
      (then) => {
        run = then;
      },
    );
    for (let number = 0; number < 50; number += 1) gather(staleAfter(changed("1", "conversation", "c"), true));
    run();
    expect(invalidated).toEqual([[{ type: "Conversation", id: "c" }, "ConversationList", "TaskList"]]);
  });
});
