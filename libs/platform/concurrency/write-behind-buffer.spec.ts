import { WriteBehindBuffer } from './write-behind-buffer.js';

describe('WriteBehindBuffer', () => {
  let written: [string, readonly number[]][];
  /** Groups whose writes fail. */
  let broken: Set<string>;
  const options = {
    intervalMs: 60_000,
    write: (group: string, entries: readonly number[]) => {
      if (broken.has(group)) return Promise.reject(new Error(`${group} is broken`));
      written.push([group, entries]);
      return Promise.resolve();
    },
    onError: () => undefined,
  };

  beforeEach(() => {
    written = [];
    broken = new Set();
  });

  it('writes each group at once, and nothing twice', async () => {
    const buffer = new WriteBehindBuffer<string, number>(options);
    buffer.add('a', 'x', 1);
    buffer.add('b', 'x', 2);
    buffer.add('a', 'y', 3);
    expect(buffer.size).toBe(3);
    await buffer.flush();
    await buffer.flush();
    expect(written).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
    expect(buffer.size).toBe(0);
  });

  it('merges entries of one key: the later one wins where nothing else is said', async () => {
    const sums = new WriteBehindBuffer<string, number>({ ...options, merge: (a, b) => a + b });
    const last = new WriteBehindBuffer<string, number>(options);
    for (const buffer of [sums, last]) {
      for (const entry of [1, 2, 4]) buffer.add('a', 'x', entry);
      expect(buffer.size).toBe(1);
      await buffer.flush();
    }
    expect(written).toEqual([
      ['a', [7]],
      ['a', [4]],
    ]);
  });

  it('keeps what could not be written before what came later, and writes other groups', async () => {
    const buffer = new WriteBehindBuffer<string, number>({ ...options, maxFailures: 2, merge: (a, b) => a + b });
    broken.add('a');
    buffer.add('a', 'x', 1);
    buffer.add('b', 'x', 2);
    await expect(buffer.flush()).rejects.toThrow('a is broken');
    buffer.add('a', 'y', 3);
    buffer.add('a', 'x', 10);
    expect(buffer.size).toBe(2);
    broken.clear();
    await buffer.flush();
    expect(written).toEqual([
      ['b', [2]],
      ['a', [11, 3]],
    ]);
  });

  it('ends a flush after so many failures', async () => {
    const buffer = new WriteBehindBuffer<string, number>(options);
    broken.add('a');
    buffer.add('a', 'x', 1);
    buffer.add('b', 'x', 2);
    await expect(buffer.flush()).rejects.toThrow('a is broken');
    expect(written).toEqual([]);
    // The group that failed is behind the others now.
    await expect(buffer.flush()).rejects.toThrow('a is broken');
    expect(written).toEqual([['b', [2]]]);
  });

  it('writes a large group in parts, and keeps only the parts that failed', async () => {
    const buffer = new WriteBehindBuffer<string, number>({
      ...options,
      maxEntries: 2,
      write: (group, entries) =>
        entries.includes(3) ? Promise.reject(new Error('no')) : options.write(group, entries),
    });
    for (const entry of [1, 2, 3, 4]) buffer.add('a', String(entry), entry);
    await expect(buffer.flush()).rejects.toThrow('no');
    expect([written, buffer.size]).toEqual([[['a', [1, 2]]], 2]);
  });

  it('writes what is left when it stops', async () => {
    const buffer = new WriteBehindBuffer<string, number>(options);
    buffer.start();
    buffer.add('a', 'x', 1);
    await buffer.stop();
    expect(written).toEqual([['a', [1]]]);
  });
});
