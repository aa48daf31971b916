import { tenantId } from '@mneme/platform/ids';
import { type ChangesSince, type IndexChange, IndexChanges } from '../vector-index/index-changes.js';
import { ChangedMemories } from './changed-memories.js';

/** A log of changes that says at each look what the test has it say. */
class GivenChanges extends IndexChanges {
  readonly moments: (string | undefined)[] = [];
  next: readonly IndexChange[] | 'unknown' = [];

  since(_tenant: string, _model: string, moment?: string): Promise<ChangesSince> {
    this.moments.push(moment);
    return Promise.resolve({ moment: String(this.moments.length), changes: this.next });
  }
}

describe('ChangedMemories', () => {
  let given: GivenChanges;
  let changed: ChangedMemories;
  let now: number;
  const waits = (memoryId: string, version: number): IndexChange => ({ memoryId, version, settled: false });
  const settled = (memoryId: string, version: number): IndexChange => ({ memoryId, version, settled: true });
  /** @param store the versions that the store has */
  const look = async (
    next: readonly IndexChange[] | 'unknown',
    store: Readonly<Record<string, number>> = {},
  ): Promise<readonly string[] | 'unknown'> => {
    given.next = next;
    const ids = await changed.toRead();
    if (ids !== 'unknown') {
      changed.read(new Map(Object.entries(store).filter(([id]) => ids.includes(id))));
    }
    return ids;
  };

  beforeEach(async () => {
    given = new GivenChanges();
    now = 0;
    changed = new ChangedMemories(given, { tenant: tenantId('t'), modelId: 'm', lagMs: 5_000 }, () => now);
    await changed.begin();
  });

  it('asks from the moment of the look before on', async () => {
    await look([]);
    await look('unknown');
    await look([]);
    expect(given.moments).toEqual([undefined, '1', '2', '2']);
  });

  it('reads one that waits again and again until the store has it, and not when it is settled then', async () => {
    expect(await look([waits('a', 2)], { a: 1 })).toEqual(['a']);
    expect(await look([waits('a', 2)], { a: 2 })).toEqual(['a']);
    expect(await look([waits('a', 2)], { a: 2 })).toEqual([]);
    expect(await look([settled('a', 2)], { a: 2 })).toEqual([]);
  });

  it('reads one that it hears of when it is settled, and again when it is settled another time', async () => {
    expect(await look([settled('a', 1)], { a: 1 })).toEqual(['a']);
    expect(await look([settled('a', 1)], { a: 1 })).toEqual(['a']);
  });

  it('reads a removed one until its removal is settled', async () => {
    expect(await look([waits('a', 1)], { a: 1 })).toEqual(['a']);
    expect(await look([waits('a', 2)], { a: 1 })).toEqual(['a']);
    expect(await look([waits('a', 2)])).toEqual(['a']);
    expect(await look([settled('a', 2)])).toEqual(['a']);
  });

  it('looks for one that is settled and not there for five seconds more, and is not certain until then', async () => {
    expect(await look([settled('a', 2), settled('b', 2)], { a: 1, b: 2 })).toEqual(['a', 'b']);
    expect(changed.moment).toBeUndefined();
    now = 4_999;
    expect(await look([], { a: 1 })).toEqual(['a']);
    now = 5_000;
    expect(changed.moment).toBe('3');
    expect(await look([])).toEqual([]);
  });

  it('is certain at once where no replica lags behind', async () => {
    const index = { tenant: tenantId('t'), modelId: 'm', lagMs: 0 };
    changed = new ChangedMemories(given, index, () => now);
    await changed.begin();
    expect(await look([settled('a', 2)], { a: 1 })).toEqual(['a']);
    expect(changed.moment).toBe('3');
    expect(await look([])).toEqual([]);
  });

  it('looks no more for one that has come', async () => {
    expect(await look([settled('a', 2)], { a: 1 })).toEqual(['a']);
    expect(await look([], { a: 2 })).toEqual(['a']);
    expect(changed.moment).toBe('3');
    expect(await look([])).toEqual([]);
  });

  it('names one once that has been settled and written again', async () => {
    expect(await look([settled('a', 1), waits('a', 2)], { a: 1 })).toEqual(['a']);
    expect(await look([waits('a', 2)], { a: 2 })).toEqual(['a']);
  });
});
