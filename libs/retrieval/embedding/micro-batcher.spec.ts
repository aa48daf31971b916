import { MicroBatcher } from './micro-batcher.js';

const limits = { slots: 1, characters: 100, texts: 5, stallMs: 10_000 };
const stalled = () => new Error('stalled');

/** A model that answers a batch when told to. */
function slowModel() {
  const batches: string[][] = [];
  const release: (() => void)[] = [];
  const run = (texts: readonly string[]): Promise<Float32Array[]> => {
    batches.push([...texts]);
    return new Promise((resolve) =>
      release.push(() => {
        resolve(texts.map((text) => Float32Array.of(text.length)));
      }),
    );
  };
  return { batches, run, finish: () => release.shift()?.() };
}

/** A batch is taken in an immediate; one set after it runs after it. */
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('MicroBatcher', () => {
  it('puts the callers of one tick into one batch and answers each with its own vector', async () => {
    const model = slowModel();
    const batcher = new MicroBatcher(model.run, limits, stalled);
    const answers = Promise.all(['a', 'bbb', 'cc'].map((text) => batcher.embed(text)));
    await tick();
    expect(model.batches).toHaveLength(1);
    model.finish();
    expect((await answers).map(([length]) => length)).toEqual([1, 3, 2]);
  });

  it('collects while the model is busy, within the bounds of texts and characters', async () => {
    const model = slowModel();
    const batcher = new MicroBatcher(model.run, limits, stalled);
    const answers = [batcher.embed('first')];
    await tick();
    for (const length of [60, 1, 2, 60, 3, 4]) answers.push(batcher.embed('x'.repeat(length)));
    for (let i = 0; i < 5; i++) {
      await tick();
      model.finish();
    }
    await Promise.all(answers);
    expect(model.batches.map((batch) => batch.map((text) => text.length))).toEqual([[5], [60], [1, 2, 3, 4], [60]]);
  });

  it('takes queries first', async () => {
    const model = slowModel();
    const batcher = new MicroBatcher(model.run, limits, stalled);
    const answers = [batcher.embed('busy')];
    await tick();
    answers.push(batcher.embed('document'), batcher.embed('query', true));
    for (let i = 0; i < 3; i++) {
      await tick();
      model.finish();
    }
    await Promise.all(answers);
    expect(model.batches).toEqual([['busy'], ['query'], ['document']]);
  });

  it('passes a failure to its batch alone', async () => {
    const run = (texts: readonly string[]) =>
      texts.includes('bad')
        ? Promise.reject(new Error('model failed'))
        : Promise.resolve(texts.map(() => Float32Array.of(1)));
    const batcher = new MicroBatcher(run, { ...limits, texts: 1 }, stalled);
    const [good, bad] = await Promise.allSettled([batcher.embed('good'), batcher.embed('bad')]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
  });

  it('embeds a text that exceeds the bound alone', async () => {
    const batcher = new MicroBatcher(
      (texts) => Promise.resolve(texts.map((text) => Float32Array.of(text.length))),
      limits,
      stalled,
    );
    expect(await batcher.embed('x'.repeat(500))).toEqual(Float32Array.of(500));
  });

  it('rejects everyone when the model does not answer, and serves again once it does', async () => {
    const model = slowModel();
    const batcher = new MicroBatcher(model.run, { ...limits, texts: 1, stallMs: 30 }, stalled);
    await expect(Promise.all([batcher.embed('hangs'), batcher.embed('waits')])).rejects.toThrow('stalled');
    await expect(batcher.embed('comes later')).rejects.toThrow('stalled');
    const answer = batcher.embed('next');
    model.finish();
    await tick();
    model.finish();
    expect(await answer).toEqual(Float32Array.of(4));
    expect(model.batches).toEqual([['hangs'], ['next']]);
  });
});
