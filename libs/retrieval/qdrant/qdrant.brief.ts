import { endianness } from 'node:os';

/** What stands before the terms. */
interface Place {
  readonly version: number;
  readonly passage: number;
  /** How many the memory had when this one was written. */
  readonly passages: number;
  readonly start: number;
  readonly end: number;
}

const PLACES = 5;
const NOWHERE: readonly number[] = [0, 0, 1, 0, 0];
const LITTLE = endianness() === 'LE';

/** Place and terms, each number in 32 bits, little endian, in base64. */
export function writeBrief({ version, passage, passages, start, end }: Place, terms: Iterable<number>): string {
  const numbers = Int32Array.of(version, passage, passages, start, end, ...terms);
  return inOrder(Buffer.from(numbers.buffer)).toString('base64');
}

/** Reads one after the other in the same memory: a buffer for each took a search three times as long. */
class BriefReader {
  private numbers = new Int32Array(1_024);
  private bytes = Buffer.from(this.numbers.buffer);
  private count = 0;

  open(brief: string): this {
    if (brief.length > this.bytes.length) {
      this.numbers = new Int32Array(brief.length);
      this.bytes = Buffer.from(this.numbers.buffer);
    }
    const length = this.bytes.write(brief, 'base64');
    if (!LITTLE) inOrder(this.bytes.subarray(0, length & ~3));
    this.count = length >> 2;
    if (this.count < PLACES) this.numbers.set(NOWHERE);
    return this;
  }

  place(): Place {
    const { numbers } = this;
    const [version, passage, passages] = [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1];
    return { version, passage, passages, start: numbers[3] ?? 0, end: numbers[4] ?? 0 };
  }

  terms(): Int32Array {
    return this.numbers.slice(PLACES, Math.max(PLACES, this.count));
  }

  /** Adds those of its terms that were asked for to the held ones. */
  holds(asked: ReadonlySet<number>, held: Set<number>): void {
    for (let i = PLACES; i < this.count; i++) {
      const term = this.numbers[i] ?? 0;
      if (asked.has(term)) held.add(term);
    }
  }

  /** What its terms weigh together. */
  weight(weights: ReadonlyMap<number, number>): number {
    let sum = 0;
    for (let i = PLACES; i < this.count; i++) sum += weights.get(this.numbers[i] ?? 0) ?? 0;
    return sum;
  }
}

const reader = new BriefReader();

/** @param brief undefined where the point has none */
export function readBrief(brief: string | undefined): Place & { readonly terms: Int32Array } {
  reader.open(brief ?? '');
  return { ...reader.place(), terms: reader.terms() };
}

/** The same, with the sum of what its terms weigh instead of the terms. */
export function weighBrief(
  brief: string | undefined,
  weights: ReadonlyMap<number, number>,
): Place & { readonly weight: number } {
  reader.open(brief ?? '');
  const { version, passage, passages, start, end } = reader.place();
  return { version, passage, passages, start, end, weight: reader.weight(weights) };
}

/** Adds those of the terms asked for that it has to the held ones, and makes nothing else of it. */
export function collectTerms(brief: string | undefined, asked: ReadonlySet<number>, held: Set<number>): void {
  reader.open(brief ?? '').holds(asked, held);
}

/** The bytes of 32-bit numbers of this machine as little endian ones, or the other way round. */
function inOrder(bytes: Buffer): Buffer {
  return LITTLE ? bytes : bytes.swap32();
}
