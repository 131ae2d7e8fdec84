/**
 * Idempotency keys. One intent of a person, for example "send this text", keeps one key however often it is tried;
 * changing what is sent makes another intent, and so does succeeding.
 */

export interface IntentStorage {
  load(): StoredIntent | undefined;
  save(intent: StoredIntent | undefined): void;
}

export interface StoredIntent {
  readonly key: string;
  readonly content: string;
}

export class Intent {
  private current: StoredIntent | undefined;

  /** With a storage the key outlives a reload, as the draft does that it belongs to. */
  constructor(
    private readonly storage?: IntentStorage,
    private readonly newKey: () => string = newIdempotencyKey,
  ) {
    this.current = storage?.load();
  }

  /** The key for sending `content`: the old one if this content was tried before and not settled. */
  keyFor(content: unknown): string {
    const text = JSON.stringify(content);
    if (this.current?.content !== text) {
      this.current = { key: this.newKey(), content: text };
      this.storage?.save(this.current);
    }
    return this.current.key;
  }

  /** The intent is fulfilled: sending the same again is a new one. */
  settle(): void {
    this.current = undefined;
    this.storage?.save(undefined);
  }
}

/** A UUID that also works where `crypto.randomUUID` does not exist: on plain http outside localhost. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
