import type { Pattern } from '@mneme/client';
import { reliablePatterns } from './reliable-patterns.js';

const pattern = (id: string, tier: Pattern['tier'], confidence: number): Pattern => {
  return { id, tier, confidence, stats: { p: 0, q: 1 - confidence, test: '' } } as Pattern;
};

describe('the patterns that a model is shown', () => {
  const found = [
    pattern('tentative 0', 'tentative', 0),
    pattern('tentative 0.95', 'tentative', 0.95),
    pattern('established 0.91', 'established', 0.91),
    pattern('tentative 0.5', 'tentative', 0.5),
    pattern('established 0.99', 'established', 0.99),
  ];

  it('are the most reliable, without those that chance explains as well', () => {
    const { shown, total, insignificant } = reliablePatterns(found, 3);
    expect(shown.map(({ id }) => id)).toEqual(['established 0.99', 'established 0.91', 'tentative 0.95']);
    expect([total, insignificant]).toEqual([4, 1]);
    expect(reliablePatterns(found, 10).shown).toHaveLength(4);
  });
});
