// @vitest-environment node
import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { createAppStore } from "../src/app/store";
import {
  GetConversationResponseSchema,
  MarkDoneResponseSchema,
  WriteMessageResponseSchema,
} from "../src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { CallError, Code } from "../src/rpc/transport";
import { type Session, sessionApi } from "../src/session/api";
import { threadApi } from "../src/thread/api";
import { fakeTransport, type SeenCall } from "./fake-transport";

const conversationId = "55555555-5555-4555-8555-555555555555";

function storeWith(answer: (call: SeenCall) => unknown) {
  const fake = fakeTransport(answer);
  const store = createAppStore({
    transport: fake.transport,
    language: "sv",
    expectsSession: false,
    wait: async () => {},
  });
  return { ...fake, store };
}

const aino = { user: { personId: "1", name: { text: "Aino Demo" } } } as Session;

const write = () =>
  threadApi.endpoints.writeMessage.initiate({ request: { conversationId, text: "Hej" }, idempotencyKey: "key-1" });

describe("a command", () => {
  it("carries the header of the platform, its key, the language and a trace", async () => {
    const { store, calls } = storeWith(() =>
      create(WriteMessageResponseSchema, { messageId: "m", version: 9007199254740993n }),
    );
    const answer = await store.dispatch(write());
    // 64 bits survive the way into the store.
    expect(answer.data).toEqual({ messageId: "m", version: "9007199254740993" });
    expect(calls[0]?.options.metadata).toMatchObject({
      "X-DigitalPlatformAuthorization": "kajo-web",
      "idempotency-key": "key-1",
      "accept-language": "sv",
    });
    expect(calls[0]?.options.metadata.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it("is tried again under the same key when nobody answered", async () => {
    let tries = 0;
    const { store, calls } = storeWith(() => {
      tries += 1;
      if (tries < 3) throw new CallError(Code.unavailable, "");
      return create(WriteMessageResponseSchema, { messageId: "m" });
    });
    expect((await store.dispatch(write())).data).toEqual({ messageId: "m" });
    expect(calls.map((call) => call.options.metadata["idempotency-key"])).toEqual(["key-1", "key-1", "key-1"]);
  });

  it("is not tried again when it was refused, and its code is the trace of the call", async () => {
    const { store, calls } = storeWith(() => {
      throw new CallError(Code.aborted, "");
    });
    const { error } = await store.dispatch(write());
    expect(calls).toHaveLength(1);
    expect(calls[0]?.options.metadata.traceparent).toContain((error as { traceId: string }).traceId);
  });

  it("of somebody whose session is over marks the session as lost", async () => {
    const { store } = storeWith(({ method }) => {
      if (method === "WriteMessage") throw new CallError(Code.unauthenticated, "");
      return create(MarkDoneResponseSchema);
    });
    await store.dispatch(sessionApi.util.upsertQueryData("getSession", undefined, aino));
    expect(store.getState().session.lost).toBe(false);
    await store.dispatch(write());
    expect(store.getState().session.lost).toBe(true);
  });
});

describe("a query", () => {
  it("says that no person caused it when it is fetched again because something changed", async () => {
    const { store, calls } = storeWith(() => create(GetConversationResponseSchema, {}));
    const watched = store.dispatch(threadApi.endpoints.getConversation.initiate({ conversationId }));
    await watched;
    store.dispatch(threadApi.util.invalidateTags([{ type: "Conversation", id: conversationId }]));
    await expect.poll(() => calls.length).toBe(2);
    expect(calls.map((call) => call.options.metadata["x-kajo-background"])).toEqual([undefined, "1"]);
    watched.unsubscribe();
  });
});
