import { FairSemaphore } from './fair-semaphore.js';

/** Work that ends when it is told to, and notes who began. */
class Bench {
  readonly began: string[] = [];
  private readonly ends: (() => void)[] = [];
  constructor(private readonly semaphore: FairSemaphore) {}

  add(key: string): void {
    void this.semaphore.run(key, () => {
      this.began.push(key);
      return new Promise<void>((resolve) => this.ends.push(resolve));
    });
  }

  async endFirst(): Promise<void> {
    this.ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('FairSemaphore', () => {
  it('are all used by one who is alone', () => {
    const bench = new Bench(new FairSemaphore(3));
    for (let i = 0; i < 5; i++) bench.add('a');
    expect(bench.began).toEqual(['a', 'a', 'a']);
  });

  it('go to whoever has the fewest, however many another has waiting before', async () => {
    const bench = new Bench(new FairSemaphore(3));
    for (let i = 0; i < 10; i++) bench.add('a');
    bench.add('b');
    bench.add('c');
    await bench.endFirst();
    await bench.endFirst();
    expect(bench.began).toEqual(['a', 'a', 'a', 'b', 'c']);
  });

  it('are given back by work that fails', async () => {
    const semaphore = new FairSemaphore(1);
    await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore.run('b', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('are taken many at once, as far as they go and nobody waits for them', async () => {
    const semaphore = new FairSemaphore(10);
    expect([semaphore.take('a', 8), semaphore.take('a', 8), semaphore.take('a', 8)]).toEqual([8, 2, 0]);
    const waits = semaphore.wait('b', 3);
    semaphore.giveBack('a', 4);
    expect(await waits).toBe(3);
    expect([semaphore.isOpen, semaphore.take('a', 8), semaphore.isOpen]).toEqual([true, 1, false]);
  });

  it('are not taken by somebody who comes later while another waits', async () => {
    const semaphore = new FairSemaphore(2);
    semaphore.take('a', 2);
    const [first, second] = [semaphore.wait('a', 2), semaphore.wait('b', 2)];
    semaphore.giveBack('a', 1);
    expect([await second, semaphore.take('c', 1)]).toEqual([1, 0]);
    semaphore.giveBack('a', 1);
    expect(await first).toBe(1);
  });
});
