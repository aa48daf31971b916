import { withTimeout } from './with-timeout.js';

/** How a run ended, as far as one waited for it. */
export interface Outcome {
  /** False where it failed or has not ended within the limit. */
  readonly ok: boolean;
  /** From its beginning to its end, or to the limit. */
  readonly ms: number;
}

interface Run {
  readonly since: number;
  readonly end: Promise<Outcome>;
}

/**
 * Work that many ask for and that may hang: one run at a time, which everybody joins and for which nobody waits longer
 * than the limit. A run that goes on beyond it is not begun a second time.
 */
export class SingleFlight {
  private run: Run | undefined;

  constructor(
    private readonly work: () => void | Promise<void>,
    private readonly limitMs: number,
  ) {}

  /** Never rejects. */
  async outcome(): Promise<Outcome> {
    const run = this.run ?? this.begin();
    const left = this.limitMs - (performance.now() - run.since);
    return withTimeout(run.end, Math.max(0, left), () => ({ ok: false, ms: this.limitMs }));
  }

  private begin(): Run {
    const since = performance.now();
    const ended = (ok: boolean) => (): Outcome => {
      this.run = undefined;
      return { ok, ms: performance.now() - since };
    };
    const end = Promise.resolve().then(this.work).then(ended(true), ended(false));
    this.run = { since, end };
    return this.run;
  }
}
