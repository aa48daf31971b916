import type { AppConfig } from '@mneme/platform/config';
import { analyzeDocument, type DocumentText } from '../lexical/document-analysis.js';
import { TextWorkers } from './text-workers.js';

describe('TextWorkers', () => {
  const pool = new TextWorkers({ embeddingThreads: 1 } as AppConfig);
  const strings = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`.padEnd(64, 'x'));
  const document = (changes: Partial<DocumentText>): DocumentText => ({
    content: 'a',
    tags: [],
    metadata: {},
    createdAt: new Date(0),
    ...changes,
  });
  const many = (each: DocumentText): DocumentText[] => Array.from({ length: 300 }, () => each);

  it.each([
    ['one long content', true, [document({ content: 'x'.repeat(1_001) })]],
    ['many short ones', true, many(document({ content: 'a memory' }))],
    ['long tags', true, many(document({ tags: strings(50) }))],
    ['the tags of one', true, [document({ tags: strings(50) })]],
    [
      'texts in metadata',
      true,
      [document({ metadata: Object.fromEntries(strings(50).map((text, i) => [`k${i}`, text])) })],
    ],
    ['a short content', false, [document({ content: 'x'.repeat(900), tags: ['tag'], metadata: { speaker: 'Ann' } })]],
    ['what is not read', false, [document({ metadata: { long: 'x'.repeat(5_000), deep: { a: 'x'.repeat(5_000) } } })]],
  ])('analyses %s in a thread: %p', async (_, inThread, documents) => {
    const analyzed = pool.analyze(documents);
    expect(pool.running + pool.waiting).toBe(inThread ? 1 : 0);
    expect(await analyzed).toEqual(documents.map(analyzeDocument));
  });
});
