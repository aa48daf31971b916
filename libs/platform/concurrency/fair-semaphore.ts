interface Waiting {
  readonly key: string;
  readonly most: number;
  readonly start: (places: number) => void;
}

/**
 * So many places and no more. While all are taken the next one goes to whoever has the fewest, and among equals to the
 * one who came first, so that nobody who has much to do keeps out the others, and nobody waits for ever.
 */
export class FairSemaphore {
  private readonly taken = new Map<string, number>();
  private waiting: Waiting[] = [];
  private total = 0;

  constructor(private readonly slots: number) {}

  /** One place for as long as the work takes. @param key whose work it is */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.take(key, 1) === 0) await this.turnOf(key, 1);
    try {
      return await work();
    } finally {
      this.giveBack(key, 1);
    }
  }

  /** Whether a slot is free that nothing waits for. */
  get isOpen(): boolean {
    return this.total < this.slots && this.waiting.length === 0;
  }

  /** Takes free slots that nothing waits for. @returns how many, at most the given number; 0 if there are none */
  take(key: string, most: number): number {
    const places = this.isOpen ? Math.min(most, this.slots - this.total) : 0;
    this.count(key, places);
    return places;
  }

  /** Resolves once there is a place. @returns how many it has, from 1 to `most` */
  async wait(key: string, most: number): Promise<number> {
    const places = this.take(key, most);
    return places > 0 ? places : this.turnOf(key, most);
  }

  giveBack(key: string, places: number): void {
    this.count(key, -places);
    while (this.total < this.slots) {
      const next = this.next();
      if (next === undefined) return;
      const given = Math.min(next.most, this.slots - this.total);
      this.count(next.key, given);
      next.start(given);
    }
  }

  private turnOf(key: string, most: number): Promise<number> {
    return new Promise((start) => this.waiting.push({ key, most, start }));
  }

  private count(key: string, change: number): void {
    this.total += change;
    const left = (this.taken.get(key) ?? 0) + change;
    if (left === 0) this.taken.delete(key);
    else this.taken.set(key, left);
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
