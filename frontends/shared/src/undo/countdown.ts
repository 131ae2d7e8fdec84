/** Time that runs out once, and stands still while somebody is about to decide. */
export class Countdown {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private since = 0;

  constructor(
    private left: number,
    private readonly over: () => void,
  ) {
    this.run();
  }

  pause(): void {
    if (this.timer === undefined) return;
    this.stop();
    this.left -= performance.now() - this.since;
  }

  /** Goes on; nobody is left with less than this to press something. */
  resume(least = 2_000): void {
    if (this.timer !== undefined) return;
    this.left = Math.max(this.left, least);
    this.run();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private run(): void {
    this.since = performance.now();
    this.timer = setTimeout(this.over, this.left);
  }
}
