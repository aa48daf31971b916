import { Batcher } from './batcher.js';

/** Batches whose work ends when the test says so; its result is what it was given. */
class Gate {
  readonly started: (readonly number[])[] = [];
  private readonly ends: ((error?: Error) => void)[] = [];
  readonly batcher: Batcher<string, number, readonly number[]>;

  constructor(maxInFlight: number, maxItems = 256) {
    const work = (_: string, items: readonly number[]): Promise<readonly number[]> => {
      this.started.push(items);
      return new Promise((resolve, reject) =>
        this.ends.push((error) => {
          if (error === undefined) resolve(items);
          else reject(error);
        }),
      );
    };
    this.batcher = new Batcher(work, { maxItems, maxInFlight });
  }

  async endNext(error?: Error): Promise<void> {
    this.ends.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('Batcher', () => {
  it('starts at once, and joins callers that come while as many batches as allowed are under way', async () => {
    const gate = new Gate(2);
    for (const item of [1, 2, 3, 4, 5]) void gate.batcher.add('a', [item]);
    expect(gate.started).toEqual([[1], [2]]);
    await gate.endNext();
    expect(gate.started).toEqual([[1], [2], [3, 4, 5]]);
  });

  it('never mixes keys and never lets one wait for another', () => {
    const gate = new Gate(1);
    for (const item of [1, 2]) void gate.batcher.add('a', [item]);
    void gate.batcher.add('b', [9]);
    expect(gate.started).toEqual([[1], [9]]);
  });

  it('keeps batches bounded, but takes one caller whole', async () => {
    const gate = new Gate(2);
    const many = Array.from({ length: 200 }, (_, i) => i);
    for (const items of [[1], [2], many, many, Array.from({ length: 1_000 }, (_, i) => i)]) {
      void gate.batcher.add('a', items);
    }
    await gate.endNext();
    await gate.endNext();
    expect(gate.started.map((batch) => batch.length)).toEqual([1, 1, 200, 200]);
    await gate.endNext();
    expect(gate.started.at(-1)).toHaveLength(1_000);
  });

  it('answers each caller when its batch is done, with the place of its items, and is idle when all are', async () => {
    const gate = new Gate(1);
    const order: unknown[] = [];
    for (const items of [[1], [2, 3], [4]]) {
      void gate.batcher.add('a', items).then(({ result, offset }) => order.push([items[0], result[offset]]));
    }
    const idle = gate.batcher.idle().then(() => order.push('idle'));
    await gate.endNext();
    expect(order).toEqual([[1, 1]]);
    await gate.endNext();
    await idle;
    expect(order).toEqual([[1, 1], [2, 2], [4, 4], 'idle']);
  });

  it('rejects all callers of a batch that fails, and goes on', async () => {
    const gate = new Gate(1);
    void gate.batcher.add('a', [1]);
    const failing = Promise.allSettled([gate.batcher.add('a', [2]), gate.batcher.add('a', [3])]);
    await gate.endNext();
    const next = gate.batcher.add('a', [4]);
    await gate.endNext(new Error('gone'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await gate.endNext();
    expect((await next).result).toEqual([4]);
  });
});
