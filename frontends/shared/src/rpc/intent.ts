/**
 * Idempotency keys. One intent of a person, for example "send this text", keeps one key however often it is tried;
 * changing what is sent makes another intent, and so does succeeding.
 */

import { newIdempotencyKey } from "./idempotency-key";

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
