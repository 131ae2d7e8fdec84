/** Brings what is typed to the server: after a moment of rest, one after the other, the last one at last. */

/** How long nobody types before it is saved, in milliseconds. */
const restMs = 1_000;

export class Keeper<T> {
  private latest: T | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> | undefined;

  /** `save` answers whether it arrived. */
  constructor(private readonly save: (value: T) => Promise<boolean>) {}

  change(value: T): void {
    this.latest = value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), restMs);
  }

  /** Saves at once what is not saved; answers whether nothing is left. What did not arrive goes with the next change. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    if (this.running) {
      await this.running;
      return this.flush();
    }
    const value = this.latest;
    if (value === undefined) return true;
    this.latest = undefined;
    this.running = this.save(value);
    const arrived = await this.running;
    this.running = undefined;
    if (!arrived) this.latest ??= value;
    return this.latest === undefined ? true : arrived && this.flush();
  }
}
