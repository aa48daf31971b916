/**
 * Runs a piece of work again and again: never twice at once, sooner while there is more to do, later after a failure.
 */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = true;

  /**
   * @param work resolves true where more is waiting: the next run then starts at once
   * @param intervalMs pause between two runs
   * @param onError told of each failure; the work goes on after the interval
   */
  constructor(
    private readonly work: () => Promise<boolean>,
    private readonly intervalMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.stopped = false;
    this.schedule(0);
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delayMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.runOnce();
    }, delayMs);
    this.timer.unref();
  }

  private async runOnce(): Promise<void> {
    let more = false;
    try {
      more = await this.work();
    } catch (error) {
      this.onError(error);
    }
    this.schedule(more ? 0 : this.intervalMs);
  }
}
