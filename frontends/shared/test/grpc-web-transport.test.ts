import { create } from "@bufbuild/protobuf";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** What the package would call back, in the hands of the test. */
const wire = vi.hoisted(() => ({
  handlers: new Map<string, (value?: unknown) => void>(),
  answer: undefined as unknown,
  cancelled: 0,
  metadata: {} as Record<string, string>,
}));

vi.mock("grpc-web", () => ({
  MethodDescriptor: class {},
  GrpcWebClientBase: class {
    rpcCall(
      _url: string,
      _request: unknown,
      metadata: Record<string, string>,
      _method: unknown,
      done: (error: unknown, answer?: unknown) => void,
    ) {
      wire.metadata = metadata;
      wire.answer = done;
      return { cancel: () => (wire.cancelled += 1) };
    }
    serverStreaming() {
      return {
        on: (event: string, handler: (value?: unknown) => void) => wire.handlers.set(event, handler),
        cancel: () => (wire.cancelled += 1),
      };
    }
  },
}));

const { createGrpcWebTransport } = await import("../src/rpc/grpc-web-transport");
const { ConversationService, GetConversationRequestSchema } = await import(
  "../src/rpc/gen/kajo/conversations/v1/conversation_pb"
);
const { LiveService, SubscribeRequestSchema } = await import("../src/rpc/gen/kajo/live/v1/live_pb");

const transport = createGrpcWebTransport("http://x");
const unary = (options = {}) =>
  transport.unary(ConversationService.method.getConversation, create(GetConversationRequestSchema), {
    metadata: {},
    ...options,
  });
const read = async () => {
  const seen: unknown[] = [];
  for await (const each of transport.stream(LiveService.method.subscribe, create(SubscribeRequestSchema), {
    metadata: {},
  }))
    seen.push(each);
  return seen;
};

beforeEach(() => {
  wire.handlers.clear();
  wire.cancelled = 0;
});

describe("the transport over grpc-web", () => {
  it.each(["Http response at 400 or 500 level, http status code: 0", "Unknown Content-type received."])(
    "calls it UNAVAILABLE when the connection was lost or somebody else answered: %s",
    async (message) => {
      const call = unary();
      (wire.answer as (error: unknown) => void)({ code: 2, message });
      await expect(call).rejects.toMatchObject({ code: 14 });
    },
  );

  it("gives up at its own deadline, which the package cannot do below a second, and tells the server", async () => {
    await expect(unary({ deadlineMs: 20 })).rejects.toMatchObject({ code: 4 });
    expect(wire.metadata["grpc-timeout"]).toBe("20m");
    expect(wire.cancelled).toBe(1);
  });

  it("cancels with the signal", async () => {
    const controller = new AbortController();
    const call = unary({ signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: 1 });
    expect(wire.cancelled).toBe(1);
  });

  it("ends a stream quietly only after an OK status", async () => {
    const good = read();
    await vi.waitFor(() => expect(wire.handlers.has("end")).toBe(true));
    wire.handlers.get("data")?.("one");
    wire.handlers.get("status")?.({ code: 0 });
    wire.handlers.get("end")?.();
    expect(await good).toEqual(["one"]);

    wire.handlers.clear();
    const cut = read();
    await vi.waitFor(() => expect(wire.handlers.has("end")).toBe(true));
    wire.handlers.get("end")?.();
    await expect(cut).rejects.toMatchObject({ code: 14 });
  });
});
