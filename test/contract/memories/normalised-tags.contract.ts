import { randomBytes, randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { NormalisedTags1764200020000 } from '../../../libs/memories/migrations/normalised-tags.migration.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const [COMPOSED, DECOMPOSED] = ['caf\u00e9', 'cafe\u0301'];
/** Grows: the composed character is one that NFC never writes. */
const [DEVANAGARI, DEVANAGARI_NFC] = ['\u0958', '\u0915\u093c'];
const TABLES = [
  'memories',
  'memory_tags',
  'memory_totals',
  'quota_slots',
  'index_queue',
  'tenants',
  'embedding_models',
];

describe.each(DATABASES)('the spelling of tags that the %s database had before', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const memories = new MemoriesRepository();

  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
    await opened.database.dataSource.query(
      `INSERT INTO embedding_models (id, name, dimensions, state, store) VALUES ('m@1', 'm', 3, 'current', 'pgvector')`,
    );
  }, 180_000);
  afterAll(() => opened.close());

  /** Stored as the release before did: just as they were sent. */
  const store = (tenant: TenantId, ...tags: string[]): Promise<string> =>
    tenantDb.run(tenant, async (tx) => {
      const memory = Object.assign(newMemory(tenant, { content: 'four', type: 'task' }), { tags });
      memory.bytes = 6 + tags.reduce((sum, tag) => sum + Buffer.byteLength(tag), 0);
      await memories.insert(tx, tenant, [memory]);
      await tx.query('SELECT mneme_lock_quota($1)', [tenant]);
      await tx.query('UPDATE quota_slots SET bytes = bytes + $2 WHERE tenant_id = $1 AND slot = 3', [
        tenant,
        memory.bytes,
      ]);
      await tx.query('DELETE FROM index_queue WHERE tenant_id = $1', [tenant]);
      return memory.id;
    });
  const newTenant = async (): Promise<TenantId> => {
    const tenant = tenantId(randomUUID());
    await tenantDb.run(tenant, (tx) =>
      tx.query(`INSERT INTO tenants (tenant_id, plan, created_at) VALUES ($1, 'pro', now())`, [tenant]),
    );
    return tenant;
  };
  const seen = (tenant: TenantId, id: string): Promise<unknown> =>
    tenantDb.run(tenant, async (tx) => {
      const [row] = await tx.query<unknown[]>(
        `SELECT tags, version, bytes, updated_at = created_at AS "sameTime",
                (SELECT array_agg(tag ORDER BY tag COLLATE "C") FROM memory_tags WHERE tenant_id = $1 AND memory_id = m.id) AS listed,
                (SELECT version FROM index_queue WHERE tenant_id = $1 AND memory_id = m.id AND due_at <= now()) AS queued
           FROM memories m WHERE tenant_id = $1 AND id = $2`,
        [tenant, id],
      );
      return row;
    });
  const sums = (tenant: TenantId): Promise<unknown> =>
    tenantDb.run(tenant, async (tx) => {
      const [row] = await tx.query<unknown[]>(
        `SELECT (SELECT sum(bytes)::int FROM memories WHERE tenant_id = $1) AS records,
                (SELECT sum(bytes)::int FROM memory_totals WHERE tenant_id = $1) AS totals,
                (SELECT sum(bytes)::int FROM quota_slots WHERE tenant_id = $1) AS quota`,
        [tenant],
      );
      return row;
    });

  /** As the owner of the tables that a managed PostgreSQL has: no superuser, and row security holds for it too. */
  const migrate = async (): Promise<void> => {
    await opened.migrate(async (runner) => {
      const [before] = (await runner.query('SELECT current_user::text AS owner')) as { owner: string }[];
      const owner = `owner_${randomBytes(6).toString('hex')}`;
      await runner.query(`CREATE ROLE ${owner}`);
      await runner.query(`GRANT CREATE, USAGE ON SCHEMA public TO ${owner}`);
      await runner.query(`GRANT USAGE ON LANGUAGE plpgsql TO ${owner}`);
      for (const table of TABLES) await runner.query(`ALTER TABLE ${table} OWNER TO ${owner}`);
      await runner.query(`SET ROLE ${owner}`);
      await runner.startTransaction();
      await new NormalisedTags1764200020000().up(runner);
      await runner.commitTransaction();
      await runner.query('RESET ROLE');
      await runner.query(`REASSIGN OWNED BY ${owner} TO ${before?.owner ?? ''}`);
      await runner.query(`DROP OWNED BY ${owner}`);
      await runner.query(`DROP ROLE ${owner}`);
    });
    tenantDb = new TenantDb(opened.database.dataSource);
  };

  it('becomes one, in the records, lists, sums and the index, and what had it already stays', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const both = await store(tenant, 'z', DECOMPOSED, 'a', COMPOSED);
    const grown = await store(tenant, DEVANAGARI, 'x');
    const right = await store(tenant, COMPOSED, 'plain');
    const foreign = await store(other, DECOMPOSED);
    const none = await store(other);
    const unknown = { sameTime: true };
    for (let times = 0; times < 2; times++) {
      await migrate();
      const after = { ...unknown, version: 2, queued: 2 };
      expect(await seen(tenant, both)).toEqual({
        ...after,
        tags: ['z', COMPOSED, 'a'],
        listed: ['a', COMPOSED, 'z'],
        bytes: 6 + 7,
      });
      expect(await seen(tenant, grown)).toMatchObject({ ...after, tags: [DEVANAGARI_NFC, 'x'], bytes: 6 + 7 });
      expect(await seen(other, foreign)).toMatchObject({ ...after, tags: [COMPOSED], listed: [COMPOSED], bytes: 11 });
      const before = { ...unknown, version: 1, queued: null };
      expect(await seen(tenant, right)).toMatchObject({ ...before, tags: [COMPOSED, 'plain'], bytes: 16 });
      expect(await seen(other, none)).toMatchObject({ ...before, tags: [], listed: null });
      expect(await sums(tenant)).toEqual({ records: 42, totals: 42, quota: 42 });
      expect(await sums(other)).toEqual({ records: 17, totals: 17, quota: 17 });
    }
  });
});
