import { outsideRequests } from '../context/request-context.js';

/** What does not fit is dropped: the sweep finds it. */
const MAX = 10_000;

/** Jobs of one type in memory: first come, first served, with a limit of concurrent ones, each id once. */
export class JobLane {
  private readonly known = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<void>>();
  private waiting: { readonly id: string; readonly payload: object }[] = [];
  private closed = false;

  /** @param work must not reject */
  constructor(
    private readonly concurrency: number,
    private readonly work: (payload: object) => Promise<void>,
  ) {}

  add(id: string, payload: object, delayMs: number): void {
    if (this.closed || this.known.has(id) || this.known.size >= MAX) return;
    this.known.add(id);
    // Never within the caller's own turn: it may still be inside a transaction's last step.
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.waiting.push({ id, payload });
      outsideRequests(() => {
        this.startNext();
      });
    }, delayMs);
    this.timers.add(timer.unref());
  }

  async close(): Promise<void> {
    this.closed = true;
    this.waiting = [];
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private startNext(): void {
    if (this.running.size >= this.concurrency) return;
    const next = this.waiting.shift();
    if (next === undefined) return;
    const run = this.work(next.payload).then(() => {
      this.running.delete(run);
      this.known.delete(next.id);
      this.startNext();
    });
    this.running.add(run);
  }
}
