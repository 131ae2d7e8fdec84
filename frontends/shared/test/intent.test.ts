import { beforeEach, describe, expect, it } from "vitest";
import { intentStorage } from "../src/drafts";
import { newIdempotencyKey } from "../src/rpc/idempotency-key";
import { Intent } from "../src/rpc/intent";

beforeEach(() => window.sessionStorage.clear());

describe("an intent", () => {
  it("keeps its key however often it is tried", () => {
    const intent = new Intent();
    const key = intent.keyFor({ text: "a" });
    expect(intent.keyFor({ text: "a" })).toBe(key);
  });

  it("is another one when the content changes, and after it was fulfilled", () => {
    const intent = new Intent();
    const first = intent.keyFor({ text: "a" });
    const second = intent.keyFor({ text: "b" });
    intent.settle();
    expect(new Set([first, second, intent.keyFor({ text: "b" })]).size).toBe(3);
  });

  it("outlives a reload together with its draft", () => {
    const key = new Intent(intentStorage("reply.1")).keyFor({ text: "a" });
    expect(new Intent(intentStorage("reply.1")).keyFor({ text: "a" })).toBe(key);
    expect(new Intent(intentStorage("reply.2")).keyFor({ text: "a" })).not.toBe(key);
  });

  it("has a UUID for a key", () => {
    expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
