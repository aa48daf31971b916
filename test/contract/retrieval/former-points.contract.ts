import { randomBytes, randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { type IndexedMemory, PgvectorStore, QdrantStore, type VectorFilter, type VectorIndex } from '@mneme/retrieval';
import { toPoints } from '../../../libs/retrieval/qdrant/qdrant.codec.js';
import {
  collectionName,
  FORMER_LAYOUT,
  newCollection,
  PAYLOAD_INDEXES,
} from '../../../libs/retrieval/qdrant/qdrant.layout.js';
import { openEmbedded } from '../../support/database/open-database.js';
import { LoadedStore } from '../../support/vectors/loaded-store.js';
import { openTestQdrant } from '../../support/vectors/test-qdrant.js';
import {
  newTenant,
  sampleMemory,
  sampleModel,
  samplePoint,
  sampleQuery,
} from '../../support/vectors/vector-samples.js';

const NEW_FIELDS = ['attributes', 'occurred_at', 'expires_at'];
const NARROW: VectorFilter = { attributes: [['userId=anna'], ['place=oslo']], occurredTo: new Date('2026-01-01') };

/** What an index of the release before has and goes on getting from it, while a filter may name what it lacks. */
function passesFormerPoints(
  name: string,
  open: () => Promise<{
    index: VectorIndex;
    /** Writes a memory as the release before does. */
    write: (tenant: TenantId, memory: IndexedMemory) => Promise<void>;
    close: () => Promise<void>;
  }>,
): void {
  describe(`points of the release before: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    }, 120_000);
    afterAll(() => opened.close());

    it('pass filters by what they lack, and no others', async () => {
      const { index, write } = opened;
      const tenant = newTenant();
      const points = [samplePoint(0.5, [1])];
      const former = sampleMemory({ points, tags: ['x'] });
      await write(tenant, former);
      const anna = { attributes: ['userId=anna', 'place=oslo'], occurredAt: new Date('2025-06-01') };
      const [suiting, early, gone] = [
        sampleMemory({ points, ...anna }),
        sampleMemory({ points, ...anna, occurredAt: new Date('2026-01-02') }),
        sampleMemory({ points, ...anna, expiresAt: new Date(0) }),
      ];
      await index.upsert(tenant, [
        suiting,
        early,
        gone,
        sampleMemory({ points }),
        sampleMemory({ points, attributes: ['userId=anna'] }),
      ]);
      const found = async (filter: VectorFilter, words: boolean): Promise<string[]> => {
        const hits = await index.search(
          tenant,
          sampleQuery({ filter, ...(words ? { vector: undefined } : {}) }, { 1: 1 }),
        );
        return hits.map(({ memoryId }) => memoryId).sort();
      };
      for (const words of [false, true]) {
        expect(await found(NARROW, words)).toEqual([former, suiting].map(({ memoryId }) => memoryId).sort());
        expect(await found({ ...NARROW, tags: ['x'] }, words)).toEqual([former.memoryId]);
        expect(await found({ ...NARROW, type: 'other' }, words)).toEqual([]);
        expect(await found({}, words)).toHaveLength(5);
      }
      await index.upsert(tenant, [{ ...former, version: 2 }]);
      expect(await found(NARROW, false)).toEqual([suiting.memoryId]);
    });
  });
}

const INSERT = [
  `INSERT INTO vector_memories (tenant_id, memory_id, version) VALUES ($1, $2, 1)`,
  `INSERT INTO vector_points (tenant_id, memory_id, passage, start_offset, end_offset, type, tags, created_at, terms, embedding)
   VALUES ($1, $2, 0, 0, 10, $3, $4, $5, $6, $7)`,
  `INSERT INTO vector_terms (tenant_id, term, memory_id, passage) SELECT $1, unnest($3::integer[]), $2, 0`,
] as const;

const inTables = (store: (db: TenantDb) => PgvectorStore | LoadedStore) => async () => {
  const { database, close } = await openEmbedded();
  const db = new TenantDb(database.dataSource);
  const write = (tenant: TenantId, { memoryId, type, tags, createdAt, points }: IndexedMemory): Promise<void> =>
    db.run(tenant, async (tx) => {
      const [{ vector, terms } = samplePoint(0)] = points;
      const [memory, point, postings] = INSERT;
      await tx.query(memory, [tenant, memoryId]);
      await tx.query(point, [tenant, memoryId, type, tags, createdAt, [...terms], `[${vector.join(',')}]`]);
      await tx.query(postings, [tenant, memoryId, [...terms]]);
    });
  return { index: await store(db).open(sampleModel), write, close };
};

passesFormerPoints(
  'pgvector',
  inTables((db) => new PgvectorStore(db)),
);

passesFormerPoints(
  'pgvector in memory',
  inTables((db) => new LoadedStore(new PgvectorStore(db))),
);

/** A collection as the release before has made it, which may still write to it. */
async function formerCollection() {
  const qdrant = await openTestQdrant();
  const prefix = `former_${randomBytes(6).toString('hex')}`;
  const name = encodeURIComponent(collectionName(prefix, sampleModel.id, FORMER_LAYOUT));
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const url = new URL(`/collections/${name}${path}`, qdrant.url);
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
  };
  await send('PUT', '', newCollection(sampleModel));
  for (const field of PAYLOAD_INDEXES.filter(({ field_name }) => !NEW_FIELDS.includes(field_name))) {
    await send('PUT', '/index?wait=true', field);
  }
  const write = async (tenant: TenantId, memory: IndexedMemory): Promise<void> => {
    const points = toPoints(memory).map(({ payload, ...point }) => {
      const known = Object.entries({ ...payload, tenant_id: tenant }).filter(([field]) => !NEW_FIELDS.includes(field));
      return { ...point, payload: Object.fromEntries(known) };
    });
    const filter = { must: [{ key: 'tenant_id', match: { value: tenant } }] };
    await send('POST', '/points/batch?wait=true', { operations: [{ upsert: { points, update_filter: filter } }] });
  };
  const store = new QdrantStore({ url: qdrant.url, apiKey: undefined, collection: prefix });
  return { store, write, close: () => qdrant.drop(prefix) };
}

passesFormerPoints('Qdrant', async () => {
  const { store, write, close } = await formerCollection();
  return { index: await store.open(sampleModel), write, close };
});

describe('a collection of the former layout', () => {
  it('is the one that is searched, beside the new ones of other models, until it is dropped', async () => {
    const { store, write, close } = await formerCollection();
    const tenant = newTenant();
    const memory = sampleMemory();
    await write(tenant, memory);
    const next = { ...sampleModel, id: 'sample@1-4' };
    expect([await store.holds(sampleModel.id), await store.holds(next.id)]).toEqual([true, false]);
    const [former, made] = [await store.open(sampleModel), await store.open(next)];
    expect(await former.count(tenant)).toBe(1);
    expect(await made.count(tenant)).toBe(0);
    await store.drop(sampleModel.id);
    expect([await store.holds(sampleModel.id), await store.holds(next.id)]).toEqual([false, true]);
    const again = await store.open(sampleModel);
    expect(await again.search(tenant, sampleQuery())).toEqual([]);
    await again.upsert(tenant, [sampleMemory({ memoryId: randomUUID() })]);
    expect(await again.search(tenant, sampleQuery({ filter: NARROW }))).toEqual([]);
    await close();
  });
});
