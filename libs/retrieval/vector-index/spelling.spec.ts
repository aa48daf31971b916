import type { TenantId } from '@mneme/platform/ids';
import { MemoryVectorIndex } from '../../../test/support/vectors/memory-vector-index.js';
import { newTenant, sampleMemory, samplePoint } from '../../../test/support/vectors/vector-samples.js';
import { queryWords } from '../lexical/query-words.js';
import { Spelling } from './spelling.js';
import { TermStatistics } from './term-statistics.js';

describe('Spelling', () => {
  let tenant: TenantId;
  let index: MemoryVectorIndex;
  let spelling: Spelling;
  const store = (text: string): Promise<void> => {
    const points = [
      samplePoint(
        0.1,
        queryWords(text).map(({ term }) => term),
      ),
    ];
    return index.upsert(tenant, [sampleMemory({ points })]);
  };
  const corrected = async (query: string): Promise<string[]> =>
    (await spelling.corrected(tenant, queryWords(query), new Map())).map(({ word }) => word);
  beforeEach(() => {
    tenant = newTenant();
    index = new MemoryVectorIndex();
    spelling = new Spelling(index, new TermStatistics(index));
  });

  it('takes the most frequent of the words that are one slip away', async () => {
    for (const text of ['marten', 'martini', 'martini']) await store(text);
    expect(await corrected('martin')).toEqual(['martini']);
    expect(await corrected('maritn')).toEqual(['maritn']);
  });

  it('gives way to others while it goes through the spellings of long words', async () => {
    await store('internationalizationally');
    let turns = 0;
    let waiting = true;
    const count = (): void => {
      turns++;
      if (waiting) setImmediate(count);
    };
    setImmediate(count);
    const query = 'characteristicallynesses internationalisationally abstractionizationalitie';
    const words = await corrected(query);
    waiting = false;
    expect(words).toEqual(query.replace('isation', 'ization').split(' '));
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
