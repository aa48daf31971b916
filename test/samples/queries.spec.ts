import { MEMORY_TYPES } from '../../libs/memories/storage/memory-types.js';
import { queryTruth, satisfies, sharedWords, type SampleQuery } from './query-truth.js';
import { MemoryIndex, sampleMemories } from './sample-tenant.js';

describe('truth/queries.json', () => {
  const queries = queryTruth();
  const memories = sampleMemories();
  const index = new MemoryIndex(memories);
  const inGroup = (group: SampleQuery['group']): SampleQuery[] => queries.filter((query) => query.group === group);

  it('asks at least 150 different questions: 50 paraphrased, 50 filtered, 15 without an answer', () => {
    expect(queries.length).toBeGreaterThanOrEqual(150);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length);
    expect(new Set(queries.map(({ query, filter }) => JSON.stringify([query.toLowerCase(), filter]))).size).toBe(
      queries.length,
    );
    expect(inGroup('paraphrase').length).toBeGreaterThanOrEqual(50);
    expect(inGroup('filter').length).toBeGreaterThanOrEqual(50);
    expect(inGroup('no-answer')).toHaveLength(15);
    expect(['paraphrase', 'filter', 'plain', 'no-answer']).toEqual(
      expect.arrayContaining(queries.map(({ group }) => group)),
    );
  });

  it('grades memories that exist, once each, at least one of them an answer', () => {
    for (const { id, group, relevant } of queries) {
      const ids = relevant.map(({ externalId }) => externalId);
      const faults = [
        ...ids.filter((externalId, at) => !index.has(externalId) || ids.indexOf(externalId) !== at),
        ...relevant.filter(({ grade }) => ![1, 2].includes(grade)),
        ...((group === 'no-answer') === (relevant.length === 0) ? [] : ['relevant']),
        ...(group === 'no-answer' || relevant.some(({ grade }) => grade === 2) ? [] : ['no answer']),
      ];
      expect({ id, faults }).toEqual({ id, faults: [] });
    }
  });

  it('filters where its group says so, by what exists, and what is relevant passes', () => {
    for (const { id, group, filter, relevant } of queries) {
      expect([id, filter !== undefined]).toEqual([id, group === 'filter']);
      expect([id, MEMORY_TYPES]).toEqual([id, expect.arrayContaining(filter?.type === undefined ? [] : [filter.type])]);
      const outside = relevant.filter(({ externalId }) => !satisfies(index.get(externalId), filter));
      expect({ id, outside }).toEqual({ id, outside: [] });
    }
  });

  it('has filters that leave something out and something in', () => {
    for (const { id, filter } of inGroup('filter')) {
      const left = memories.filter((memory) => satisfies(memory, filter)).length;
      expect([id, left > 0 && left < memories.length]).toEqual([id, true]);
    }
  });

  it('paraphrases: no content word in common with an answer', () => {
    const shared = inGroup('paraphrase').flatMap(({ id, query, relevant }) =>
      relevant
        .filter(({ grade }) => grade === 2)
        .map(({ externalId }) => ({ id, externalId, words: sharedWords(query, index.get(externalId).content) }))
        .filter(({ words }) => words.length > 0),
    );
    expect(shared).toEqual([]);
  });
});
