import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import type { VectorFilter } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import { PgvectorIndex } from '../../../libs/retrieval/pgvector/pgvector.index.js';
import { explained } from '../../support/database/explained.js';
import { openEmbedded, type OpenDatabase } from '../../support/database/open-database.js';
import { loadMemories, loadVectors } from '../../support/database/tenant-load.js';

const TENANTS = ['tenant-0', 'tenant-1', 'tenant-2', 'tenant-3', 'tenant-4'].map((name) => tenantId(name));
const MEMORIES_EACH = 2_000;
const ONE_SPEAKER = { attributes: [['speaker=Ann']], occurredFrom: new Date(0) };

describe('searches in the embedded database', () => {
  let opened: OpenDatabase;
  let db: TenantDb;

  beforeAll(async () => {
    opened = await openEmbedded();
    db = new TenantDb(opened.database.dataSource);
    for (const tenant of TENANTS) {
      await db.run(tenant, async (tx) => {
        await loadMemories(tx, tenant, MEMORIES_EACH);
        await loadVectors(tx, tenant);
      });
    }
  }, 120_000);
  afterAll(() => opened.close());

  const planOf = (tenant: TenantId, filter: VectorFilter): Promise<string> =>
    db.run(tenant, (tx) =>
      explained(tx, (spy) => {
        const inside = {
          read: (_: TenantId, work: (tx: EntityManager) => unknown) => work(spy),
        } as unknown as TenantDb;
        const channels = { vector: Float32Array.of(1, 0, 0), terms: [{ term: 7, weight: 1, frequency: 20 }] };
        const fusion = { lexicalWeight: 0.5, lexicalPower: 2, candidates: 50 };
        return new PgvectorIndex(inside, 'a').search(tenant, { ...channels, ...fusion, filter });
      }),
    );

  const readsExpiredFromTheirIndex = async (): Promise<void> => {
    for (const tenant of [TENANTS[0]!, tenantId('nobody')]) {
      for (const filter of [{}, ONE_SPEAKER]) {
        const plan = await planOf(tenant, filter);
        expect(plan).toMatch(/Index (Only )?Scan (using|on) vector_points_expiry/);
        // By hash in each channel, not one after the other.
        expect(plan.match(/NOT \(.*hashed SubPlan/g)).toHaveLength(2);
        expect(plan).not.toMatch(/Seq Scan on vector_terms/);
      }
    }
  };

  it('read what has expired from its index, where statistics know nothing', readsExpiredFromTheirIndex);

  it('and where they know the tenants', async () => {
    await opened.analyze();
    await readsExpiredFromTheirIndex();
  });
});
