import type { TenantId } from '@mneme/platform/ids';
import type { VectorFilter, VectorIndex } from '@mneme/retrieval';
import { MemoryVectorIndex } from '../../support/vectors/memory-vector-index.js';
import {
  randomNumbers,
  randomVector,
  sampleMemory,
  samplePoint,
  sampleQuery,
} from '../../support/vectors/vector-samples.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

const FILTERS: readonly VectorFilter[] = [
  { type: 't1', tags: ['g0', 'g1'], tagsMode: 'any' },
  {},
  { attributes: [['user=u3']] },
  {
    attributes: [
      ['user=u2', 'user=u3', 'place=p5'],
      ['place=p0', 'place=p1'],
    ],
    type: 't0',
  },
  { occurredFrom: new Date(FIRST_DAY + DAY_MS), occurredTo: new Date(FIRST_DAY + 3 * DAY_MS), tags: ['g0'] },
];

/** An index finds what the plainest implementation finds. @param opened the index of a test, and a tenant without memories */
export function agreesWithPlainLoops(opened: () => { index: VectorIndex; tenant: TenantId }): void {
  it('agrees with plain loops on 1,000 random memories', async () => {
    const { index, tenant } = opened();
    const random = randomNumbers(1);
    const pick = (n: number): number => Math.floor(random() ** 3 * n);
    const point = (passage: number) => ({
      ...samplePoint(0, Array.from(new Set(Array.from({ length: 12 }, () => pick(400)))), passage),
      vector: randomVector(random),
    });
    const moment = () => new Date(FIRST_DAY + pick(10) * DAY_MS);
    const memories = Array.from({ length: 1_000 }, () =>
      sampleMemory({
        type: `t${pick(3)}`,
        tags: [`g${pick(5)}`],
        attributes: [`user=u${pick(6)}`, `place=p${pick(6)}`],
        occurredAt: moment(),
        expiresAt: random() < 0.1 ? moment() : null,
        points: Array.from({ length: 1 + pick(4) }, (_, i) => point(i)),
      }),
    );
    const reference = new MemoryVectorIndex();
    await reference.upsert(tenant, memories);
    await index.upsert(tenant, memories);
    for (let n = 0; n < 30; n++) {
      const weights = Object.fromEntries(Array.from({ length: pick(12) }, () => [pick(450), 0.5 + random()]));
      const filter = FILTERS[n % FILTERS.length] ?? {};
      const query = sampleQuery({ vector: randomVector(random), filter, candidates: 50 }, weights);
      const hits = await index.search(tenant, query);
      const found = new Set(hits.map(({ memoryId }) => memoryId));
      const { certain, possible } = reference.promised(tenant, query);
      expect([...certain].filter((id) => !found.has(id))).toEqual([]);
      expect([...found].filter((id) => !possible.has(id))).toEqual([]);
      const all = await reference.search(tenant, { ...query, candidates: memories.length });
      const expected = all.filter(({ memoryId }) => found.has(memoryId));
      expect(hits.map(({ memoryId, passage }) => [memoryId, passage])).toEqual(
        expected.map(({ memoryId, passage }) => [memoryId, passage]),
      );
      hits.forEach((hit, i) => {
        expect(hit.cosine).toBeCloseTo(expected[i]?.cosine ?? NaN, 5);
        expect(hit.coverage).toBeCloseTo(expected[i]?.coverage ?? NaN, 5);
      });
    }
    const terms = Array.from({ length: 450 }, (_, i) => i);
    expect(await index.termFrequencies(tenant, terms)).toEqual(await reference.termFrequencies(tenant, terms));
    expect(await index.countPoints(tenant)).toBe(await reference.countPoints(tenant));
  }, 60_000);
}
