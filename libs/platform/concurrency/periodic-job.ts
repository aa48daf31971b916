import { outsideRequests } from '../context/request-context.js';

/**
 * Runs a piece of work again and again: never twice at once, sooner while there is more to do or when woken, later
 * after a failure.
 */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private dueAt = Infinity;
  private wokenMs: number | undefined;
  private stopped = true;

  /**
   * @param work resolves true where more is waiting: the next run then starts at once
   * @param intervalMs pause between two runs
   * @param onError called with each failure; the work continues after the interval
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

  /** Has it run at the latest after this pause; a run that is under way is followed by another one. */
  wake(withinMs: number): void {
    if (this.running !== undefined) this.wokenMs = withinMs;
    else if (Date.now() + withinMs < this.dueAt) this.schedule(withinMs);
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(delayMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.dueAt = Date.now() + delayMs;
    this.timer = setTimeout(() => {
      this.running = outsideRequests(() => this.runOnce());
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
    this.running = undefined;
    const pauseMs = this.wokenMs ?? this.intervalMs;
    this.wokenMs = undefined;
    this.schedule(more ? 0 : pauseMs);
  }
}
