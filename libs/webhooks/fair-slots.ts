interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/**
 * So many pieces of work at once and no more. While all slots are taken the next one goes to whoever has the fewest, so
 * that nobody who has much to do keeps out the others.
 */
export class FairSlots {
  private readonly taken = new Map<string, number>();
  private waiting: Waiting[] = [];
  private total = 0;

  constructor(private readonly slots: number) {}

  /** @param key whose work it is */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.total >= this.slots) await new Promise<void>((start) => this.waiting.push({ key, start }));
    else this.take(key);
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  private take(key: string): void {
    this.total++;
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
  }

  private release(key: string): void {
    this.total--;
    const left = (this.taken.get(key) ?? 1) - 1;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
    const next = this.next();
    if (next === undefined) return;
    this.take(next.key);
    next.start();
  }

  /** The first of those who have the fewest. */
  private next(): Waiting | undefined {
    let best: Waiting | undefined;
    for (const each of this.waiting) if (best === undefined || this.of(each) < this.of(best)) best = each;
    this.waiting = this.waiting.filter((each) => each !== best);
    return best;
  }

  private of({ key }: Waiting): number {
    return this.taken.get(key) ?? 0;
  }
}
