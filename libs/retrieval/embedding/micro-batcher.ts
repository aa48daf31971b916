interface Waiting {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** Batches under way at once. */
  readonly slots: number;
  /** Texts times the longest of them: what padding makes of a batch, and so its time and memory. */
  readonly characters: number;
  readonly texts: number;
  /** When no batch ends for this long, all callers are rejected; the batches under way keep their slots until they do end. */
  readonly stallMs: number;
}

/**
 * Collects the texts of concurrent callers while the model is busy, or within one tick when it is not.
 * Batches hold texts of like length; urgent texts (queries) go before all others.
 */
export class MicroBatcher {
  private readonly urgent: Waiting[] = [];
  private readonly waiting: Waiting[] = [];
  private readonly running = new Set<readonly Waiting[]>();
  private watchdog: NodeJS.Timeout | undefined;
  private scheduled = false;

  /**
   * @param run vectors in the order of the texts
   * @param stalled what callers are rejected with when the model does not answer
   */
  constructor(
    private readonly run: (texts: readonly string[]) => Promise<Float32Array[]>,
    private readonly limits: BatchLimits,
    private readonly stalled: () => Error,
  ) {}

  embed(text: string, urgent = false): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      (urgent ? this.urgent : this.waiting).push({ text, resolve, reject });
      this.schedule();
      this.watch();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.start();
    });
  }

  private start(): void {
    while (this.running.size < this.limits.slots) {
      const batch = this.take(this.urgent.length > 0 ? this.urgent : this.waiting);
      if (batch.length === 0) return;
      this.running.add(batch);
      void this.process(batch).finally(() => {
        this.running.delete(batch);
        this.rest();
        this.start();
      });
    }
  }

  /** Runs from the first caller on, and again from each finished batch. */
  private watch(): void {
    this.watchdog ??= setTimeout(() => {
      this.watchdog = undefined;
      const callers = [...this.running].flat().concat(this.urgent.splice(0), this.waiting.splice(0));
      for (const { reject } of callers) reject(this.stalled());
    }, this.limits.stallMs).unref();
  }

  private rest(): void {
    clearTimeout(this.watchdog);
    this.watchdog = undefined;
    if (this.running.size + this.urgent.length + this.waiting.length > 0) this.watch();
  }

  /** The oldest text and, among the oldest few, those nearest to it in length. */
  private take(queue: Waiting[]): Waiting[] {
    const oldest = queue.shift();
    if (!oldest) return [];
    const window = queue.splice(0, this.limits.texts - 1);
    const distance = (item: Waiting): number => Math.abs(item.text.length - oldest.text.length);
    const batch = [oldest];
    const left = new Set(window);
    for (const item of window.toSorted((a, b) => distance(a) - distance(b))) {
      const longest = batch.reduce((most, { text }) => Math.max(most, text.length), item.text.length);
      if (longest * (batch.length + 1) > this.limits.characters) break;
      batch.push(item);
      left.delete(item);
    }
    queue.unshift(...left);
    return batch;
  }

  private async process(batch: readonly Waiting[]): Promise<void> {
    try {
      const vectors = await this.run(batch.map(({ text }) => text));
      batch.forEach(({ resolve, reject }, i) => {
        const vector = vectors[i];
        if (vector) resolve(vector);
        else reject(new Error('the model gave fewer vectors than texts'));
      });
    } catch (error) {
      batch.forEach(({ reject }) => {
        reject(error);
      });
    }
  }
}
