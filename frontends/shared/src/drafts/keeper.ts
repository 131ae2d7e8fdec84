/** Brings what is typed to the server: after a moment of rest, one after the other, the last one at last. */

/** How long nobody types before it is saved, in milliseconds. */
const restMs = 1_000;

/** How long it waits before it tries again what did not arrive: at first, and at the most, in milliseconds. */
const pauseMs = { first: 2_000, longest: 60_000 };

/** Whether it arrived. What was refused would be refused again: it goes with the next change alone. */
export type Saved = boolean | "refused";

export class Keeper<T> {
  private latest: T | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<Saved> | undefined;
  private pause = pauseMs.first;

  /** As long as the page lives: what was typed last is brought there also when nobody types any more. */
  constructor(private readonly save: (value: T) => Promise<Saved>) {
    window.addEventListener("online", () => {
      this.pause = pauseMs.first;
      void this.flush();
    });
  }

  change(value: T): void {
    this.latest = value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), restMs);
  }

  /** Saves at once what is not saved; answers whether nothing is left. What did not arrive is tried again later. */
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
    const saved = await this.running;
    this.running = undefined;
    if (saved === true) {
      this.pause = pauseMs.first;
      return this.flush();
    }
    // What was typed meanwhile is on its way by itself.
    if (this.latest === undefined) {
      this.latest = value;
      if (saved === false) this.tryLater();
    }
    return false;
  }

  /** Ends with what is being saved. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** What has not arrived is saved no more: it is kept elsewhere by now. */
  drop(): void {
    clearTimeout(this.timer);
    this.latest = undefined;
  }

  private tryLater(): void {
    this.timer = setTimeout(() => void this.flush(), this.pause);
    this.pause = Math.min(this.pause * 2, pauseMs.longest);
  }
}
