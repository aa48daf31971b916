import type { Observation } from '@mneme/analysis';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Monday, 6 January 2025, 00:00 UTC. */
const MONDAY = 1_736_121_600_000;

type Fields = Partial<Observation> & { readonly tags: readonly string[] };

/** A tenant's year, reproducible: noise without any regularity, to which a test adds what it wants found. */
export class PatternLife {
  readonly memories: Observation[] = [];
  private state: number;

  constructor(
    seed: number,
    readonly days = 364,
  ) {
    this.state = seed;
  }

  /** In [0, 1). */
  next(): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) | 0;
    const mixed = Math.imul(this.state ^ (this.state >>> 15), 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 0x100000000;
  }

  below(size: number): number {
    return Math.floor(this.next() * size);
  }

  /** At an hour of a day, both counted from the start; a random minute. */
  add(day: number, hour: number, fields: Fields): this {
    const at = MONDAY + day * DAY + (hour + this.next() * 0.99) * HOUR;
    const defaults = { type: 'episodic', importance: 0.5, entities: [], valence: 0 as const };
    this.memories.push({ id: `m${this.memories.length}`, at, ...defaults, ...fields });
    return this;
  }

  /** Memories at any hour from 8 to 22 with one or two of thirty tags. */
  noise(count: number): this {
    for (let i = 0; i < count; i += 1) {
      const tags = [...new Set([`t${this.below(30)}`, `t${this.below(30)}`])];
      const valence = this.next() < 0.2 ? (this.next() < 0.5 ? 1 : -1) : 0;
      const importance = Math.round(this.next() * 10) / 10;
      this.add(this.below(this.days), 8 + this.below(15), { tags, valence, importance, type: `type${this.below(9)}` });
    }
    return this;
  }

  /** So many days, evenly over the year, none of them in step with the week. */
  spread(count: number): number[] {
    return Array.from({ length: count }, (_, i) => Math.floor(((i + this.next() * 0.7) * this.days) / count));
  }
}
