import { holdsDates, isFormer, isFormerId, modelId, modelName } from './model-id.js';

describe('ids of models', () => {
  const current = modelId('builtin', '3f2a91bc');

  it('tell what is searched from what is carried over to it', () => {
    const former = ['builtin@3f2a91bc', 'builtin@3f2a91bc-2', 'builtin@3f2a91bc-3'];
    expect(former.map((id) => [isFormer(id), isFormerId(id, 'builtin', '3f2a91bc')])).toEqual(
      former.map(() => [true, true]),
    );
    expect([isFormer(current), isFormerId(current, 'builtin', '3f2a91bc')]).toEqual([false, false]);
    expect(isFormerId('builtin@00000000-3', 'builtin', '3f2a91bc')).toBe(false);
    expect(isFormerId('builtin@3f2a91bc', 'builtin-fast', '3f2a91bc')).toBe(true);
  });

  it('tell since when an index has terms for dates', () => {
    const ids = ['builtin@3f2a91bc', 'openai/text-embedding-3-small@1536', 'builtin@3f2a91bc-2', 'builtin@3f2a91bc-3'];
    expect(ids.map(holdsDates)).toEqual([false, false, false, true]);
    expect(holdsDates(current)).toBe(true);
  });

  it('name the static half as the first release did', () => {
    expect([modelName('builtin@3f2a91bc', 'builtin'), modelName(current, 'builtin')]).toEqual([
      'builtin-fast',
      'builtin',
    ]);
  });
});
