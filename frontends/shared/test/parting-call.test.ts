import { afterEach, expect, it, vi } from "vitest";
import { ConversationService, command, partingCall } from "../src/rpc";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("is made ready first, and then goes out at once as a call that outlives the page, with the key of the intent", async () => {
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.reject(new TypeError("the page is gone")));
  vi.stubGlobal("fetch", fetch);
  const conversationId = "0190f5a0-0000-7000-8000-000000000001";
  const call = command(ConversationService.method.markDone).query({
    request: { conversationId },
    idempotencyKey: "key-1",
  });
  const send = await partingCall(call, "fi");
  expect(fetch).not.toHaveBeenCalled();
  send();
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe(`${window.location.origin}/kajo.conversations.v1.ConversationService/MarkDone`);
  expect(init).toMatchObject({
    method: "POST",
    keepalive: true,
    headers: {
      "content-type": "application/grpc-web+proto",
      "idempotency-key": "key-1",
      "X-DigitalPlatformAuthorization": "kajo-web",
    },
  });
  // A flag, the length in four bytes, then field 1 as text of 36 bytes.
  expect(new TextDecoder().decode(init?.body as Uint8Array)).toBe(`\0\0\0\0\x26\x0a\x24${conversationId}`);
});
