import { FairSlots } from './fair-slots.js';

/** Work that ends when it is told to, and notes who began. */
class Bench {
  readonly began: string[] = [];
  private readonly ends: (() => void)[] = [];
  constructor(private readonly slots: FairSlots) {}

  add(key: string): void {
    void this.slots.run(key, () => {
      this.began.push(key);
      return new Promise<void>((resolve) => this.ends.push(resolve));
    });
  }

  async endFirst(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('fair slots', () => {
  it('are all used by one who is alone', () => {
    const bench = new Bench(new FairSlots(3));
    for (let i = 0; i < 5; i++) bench.add('a');
    expect(bench.began).toEqual(['a', 'a', 'a']);
  });

  it('go to whoever has the fewest, however many another has waiting before', async () => {
    const bench = new Bench(new FairSlots(3));
    for (let i = 0; i < 10; i++) bench.add('a');
    bench.add('b');
    bench.add('c');
    await bench.endFirst();
    await bench.endFirst();
    expect(bench.began).toEqual(['a', 'a', 'a', 'b', 'c']);
  });

  it('are given back by work that fails', async () => {
    const slots = new FairSlots(1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run('b', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
