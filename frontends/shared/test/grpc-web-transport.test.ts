// @vitest-environment node
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ConversationService,
  GetConversationRequestSchema,
  GetConversationResponseSchema,
} from "../src/rpc/gen/kajo/conversations/v1/conversation_pb";
import { LiveService, SubscribeRequestSchema, UpdateSchema } from "../src/rpc/gen/kajo/live/v1/live_pb";
import { createGrpcWebTransport } from "../src/rpc/grpc-web-transport";

/** What goes over the line, in the hands of the test. */
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const frame = (flag: number, payload: Uint8Array) => {
  const framed = new Uint8Array(5 + payload.length);
  framed[0] = flag;
  new DataView(framed.buffer).setUint32(1, payload.length);
  framed.set(payload, 5);
  return framed;
};
const message = (payload: Uint8Array) => frame(0, payload);
const trailers = (lines: string) => frame(0x80, new TextEncoder().encode(lines));
const ok = trailers("grpc-status: 0\r\n");

const headers = { "content-type": "application/grpc-web+proto" };
const answered = (...frames: Uint8Array[]) =>
  new Response(Uint8Array.from(frames.flatMap((each) => [...each])), { headers });

const transport = createGrpcWebTransport("http://x");
const unary = (options = {}) =>
  transport.unary(ConversationService.method.getConversation, create(GetConversationRequestSchema), {
    metadata: { "idempotency-key": "key-1" },
    ...options,
  });
const open = (options = {}) =>
  transport.stream(LiveService.method.subscribe, create(SubscribeRequestSchema), { metadata: {}, ...options });
const cursors = async (options = {}) => {
  const seen: string[] = [];
  for await (const { cursor } of open(options)) seen.push(cursor);
  return seen;
};
const update = (cursor: string) => message(toBinary(UpdateSchema, create(UpdateSchema, { cursor })));

/** Answers nothing until the call is given up. */
const silence = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    const givenUp = () => reject(Object.assign(new Error("given up"), { name: "AbortError" }));
    if (signal?.aborted) givenUp();
    signal?.addEventListener("abort", givenUp);
  });

describe("the transport over connect-web", () => {
  it("sends what it is given and hands back the answer", async () => {
    const answer = create(GetConversationResponseSchema, { conversation: { topic: "Lääkkeet" } });
    fetched.mockResolvedValue(answered(message(toBinary(GetConversationResponseSchema, answer)), ok));
    expect((await unary()).conversation?.topic).toBe("Lääkkeet");
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("http://x/kajo.conversations.v1.ConversationService/GetConversation");
    const sent = new Headers(init?.headers);
    expect(sent.get("idempotency-key")).toBe("key-1");
    expect(sent.get("x-grpc-web")).toBe("1");
  });

  it("SUR-07 sends no cookie with a call that is to say nothing of who calls, and leaves the others to the browser", async () => {
    const answer = toBinary(GetConversationResponseSchema, create(GetConversationResponseSchema));
    fetched.mockImplementation(async () => answered(message(answer), ok));
    await unary({ credentials: "omit" });
    await unary();
    expect(fetched.mock.calls.map(([, { credentials }]) => credentials)).toEqual(["omit", undefined]);
  });

  it.each([
    ["the connection is lost", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a captive network answers with its page", async () => new Response("<!doctype html><title>Wi-Fi</title>")],
    ["a proxy answers that it cannot", async () => new Response("sorry", { status: 502 })],
    ["the answer breaks off", async () => answered(message(new Uint8Array()))],
  ])("calls it UNAVAILABLE when %s", async (_what, answer) => {
    fetched.mockImplementation(answer);
    await expect(unary()).rejects.toMatchObject({ name: "CallError", code: 14 });
  });

  it.each([
    [
      "in the headers",
      () => new Response(null, { headers: { ...headers, "grpc-status": "9", "grpc-status-details-bin": "CAk" } }),
    ],
    ["in the trailers", () => answered(trailers("grpc-status: 9\r\ngrpc-status-details-bin: CAk\r\n"))],
  ])("hands on what the server said %s", async (_where, answer) => {
    fetched.mockResolvedValue(answer());
    await expect(unary()).rejects.toMatchObject({ code: 9, details: "CAk" });
  });

  it("does not take a server that does not know what happened for none", async () => {
    fetched.mockResolvedValue(answered(trailers("grpc-status: 2\r\n")));
    await expect(unary()).rejects.toMatchObject({ code: 2 });
  });

  it("gives up at its own deadline, and tells the server", async () => {
    fetched.mockImplementation(silence);
    await expect(unary({ deadlineMs: 20 })).rejects.toMatchObject({ code: 4 });
    expect(new Headers(fetched.mock.calls[0]?.[1].headers).get("grpc-timeout")).toBe("20m");
  });

  it("cancels with the signal, a call and a stream", async () => {
    fetched.mockImplementation(silence);
    for (const begin of [unary, cursors]) {
      const controller = new AbortController();
      const call = begin({ signal: controller.signal });
      controller.abort();
      await expect(call).rejects.toMatchObject({ code: 1 });
    }
  });

  it("ends a stream quietly only after an OK status", async () => {
    fetched.mockResolvedValueOnce(answered(update("1"), update("2"), ok));
    expect(await cursors()).toEqual(["1", "2"]);
    fetched.mockResolvedValueOnce(answered(update("1")));
    await expect(cursors()).rejects.toMatchObject({ code: 14 });
  });

  it("lets go of the line when whoever reads has read enough", async () => {
    fetched.mockResolvedValue(answered(update("1"), update("2"), ok));
    for await (const _ of open()) break;
    expect(fetched.mock.calls[0]?.[1].signal?.aborted).toBe(true);
  });
});
