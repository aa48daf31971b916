import { tenantId } from '@mneme/platform';
import { TenantBatches } from './tenant-batches.js';

const A = tenantId('a');
const B = tenantId('b');

/** Batches whose work ends when the test says so. */
class Gate {
  readonly started: (readonly number[])[] = [];
  private readonly ends: (() => void)[] = [];
  readonly batches = new TenantBatches<number>((_, items) => {
    this.started.push(items);
    return new Promise((resolve) => this.ends.push(resolve));
  });

  async endNext(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('TenantBatches', () => {
  it('starts at once, and joins who comes while two batches are under way', async () => {
    const gate = new Gate();
    for (const item of [1, 2, 3, 4, 5]) void gate.batches.add(A, [item]);
    expect(gate.started).toEqual([[1], [2]]);
    await gate.endNext();
    expect(gate.started).toEqual([[1], [2], [3, 4, 5]]);
  });

  it('never mixes tenants and never lets one wait for another', () => {
    const gate = new Gate();
    for (const item of [1, 2, 3]) void gate.batches.add(A, [item]);
    void gate.batches.add(B, [9]);
    expect(gate.started).toEqual([[1], [2], [9]]);
  });

  it('keeps batches bounded, but takes one caller whole', async () => {
    const gate = new Gate();
    const many = Array.from({ length: 200 }, (_, i) => i);
    void gate.batches.add(A, [1]);
    void gate.batches.add(A, [2]);
    void gate.batches.add(A, many);
    void gate.batches.add(A, many);
    void gate.batches.add(
      A,
      Array.from({ length: 1_000 }, (_, i) => i),
    );
    await gate.endNext();
    await gate.endNext();
    expect(gate.started.map((batch) => batch.length)).toEqual([1, 1, 200, 200]);
    await gate.endNext();
    expect(gate.started.at(-1)).toHaveLength(1_000);
  });

  it('tells each caller when its own items are done, and is idle when all are', async () => {
    const gate = new Gate();
    const order: string[] = [];
    void gate.batches.add(A, [1]).then(() => order.push('first'));
    void gate.batches.add(A, [2]).then(() => order.push('second'));
    const idle = gate.batches.idle().then(() => order.push('idle'));
    await gate.endNext();
    expect(order).toEqual(['first']);
    await gate.endNext();
    await idle;
    expect(order).toEqual(['first', 'second', 'idle']);
  });

  it('does nothing for no items', async () => {
    const gate = new Gate();
    await gate.batches.add(A, []);
    expect(gate.started).toEqual([]);
  });
});
