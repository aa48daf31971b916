import { createHash } from 'node:crypto';
import { newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import type { ActiveModels } from '../../../libs/retrieval/models/active-models.js';
import { EmbeddingModelsRepository } from '../../../libs/retrieval/models/embedding-models.repository.js';
import { RetrievalEraser } from '../../../libs/retrieval/retrieval-eraser.js';
import { ErasureBed } from '../../support/database/erasure-bed.js';
import { contentsOf, fillEveryTable, tablesThatName, tenantTables } from '../../support/database/every-table.js';
import { makeKnown } from '../../support/database/known-tenant.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { sampleMemory } from '../../support/vectors/vector-samples.js';
import { MemoryVectorIndex } from '../../support/vectors/memory-vector-index.js';
import { MemoryVectorStore } from '../../support/vectors/memory-vector-store.js';

const GONE = tenantId('a-tenant-that-goes');
/** The other's name begins with it. */
const STAYS = tenantId('a-tenant-that-go');
const MODEL = 'sample@1';
/** More than one batch. */
const READINGS = 2_500;

/** Tables as a feature of somebody else may have them: divided by time, referring to each other, and never deleted from. */
const EXTENSION = `
  CREATE TABLE ext_readings (tenant_id text NOT NULL, at timestamptz NOT NULL, value integer NOT NULL) PARTITION BY RANGE (at);
  CREATE TABLE ext_readings_old PARTITION OF ext_readings FOR VALUES FROM ('2000-01-01') TO ('2026-07-07');
  CREATE TABLE ext_readings_new PARTITION OF ext_readings DEFAULT;
  CREATE TABLE ext_books (tenant_id text NOT NULL, id integer NOT NULL, earlier integer, PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, earlier) REFERENCES ext_books);
  CREATE TABLE aa_books (tenant_id text NOT NULL, id integer NOT NULL, PRIMARY KEY (tenant_id, id));
  CREATE TABLE zz_pages (tenant_id text NOT NULL, id integer NOT NULL, book integer NOT NULL, PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, book) REFERENCES aa_books)`;
const CONFINED = ['ext_readings', 'ext_books', 'aa_books', 'zz_pages'].map(
  (table) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY ${table}_tenant ON ${table} USING (tenant_id = current_setting('app.tenant_id', true));
  GRANT SELECT, INSERT ON ${table} TO mneme_app`,
);

describe.each(DATABASES)('a tenant that is erased from the %s database', (name, open) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open(6);
  }, 180_000);
  afterAll(() => opened.close());

  const expectErased = async (bed: ErasureBed, tenant: TenantId): Promise<void> => {
    await expect(bed.tenantDb.run(tenant, () => Promise.resolve())).rejects.toMatchObject({ kind: 'tenantErased' });
    await expect(bed.tenantDb.read(tenant, (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({
      kind: 'tenantErased',
    });
  };

  it('leaves no row in any table, and those of others as they were', async () => {
    let before: Awaited<ReturnType<typeof contentsOf>> = {};
    let counts: Awaited<ReturnType<typeof contentsOf>> = {};
    await opened.migrate(async (runner) => {
      for (const sql of [EXTENSION, ...CONFINED]) await runner.query(sql);
      for (const tenant of [GONE, STAYS]) await fillEveryTable(runner, tenant, 5);
      await runner.query(`INSERT INTO ext_readings SELECT $1, now(), i FROM generate_series(1, $2::int) i`, [
        GONE,
        READINGS,
      ]);
      await runner.query(
        `INSERT INTO embedding_models (id, name, dimensions, state, store, queued_tenant, queued_memory)
         VALUES ($1, 'sample', 16, 'current', 'memory', $2, $3)`,
        [MODEL, GONE, newUuid()],
      );
      [before, counts] = [await contentsOf(runner, STAYS), await contentsOf(runner, GONE)];
      const empty = (await tenantTables(runner)).filter((table) => counts[table]?.rows === 0);
      expect({ empty, tables: Object.keys(counts).length > 20 }).toEqual({ empty: [], tables: true });
    });
    const bed = await ErasureBed.open(opened);
    const index = new MemoryVectorIndex();
    const active = { all: [{ id: MODEL, index, forget: () => undefined }] } as unknown as ActiveModels;
    const models = new EmbeddingModelsRepository();
    new RetrievalEraser(
      bed.erasers,
      bed.tenantDb,
      active,
      models,
      Object.assign(new MemoryVectorStore(), { inDatabase: true }),
    );
    for (const tenant of [GONE, STAYS]) await index.upsert(tenant, [sampleMemory(), sampleMemory()]);

    const contents = await bed.erasures.contents(GONE);
    const { id, status } = await bed.erasures.begin(GONE);
    expect(status).toBe('running');
    await bed.erasures.finish(GONE);
    const proof = await bed.erasures.status(GONE, id);
    expect(proof).toMatchObject({ id, status: 'completed', problem: null, endedAt: expect.any(Date) });
    for (const [table, { rows }] of Object.entries(counts)) {
      expect({ table, deleted: proof?.deleted[table], counted: contents[table] }).toEqual({
        table,
        deleted: rows,
        counted: rows,
      });
    }
    expect(proof?.deleted[`vector index ${MODEL}`]).toBe(2);
    expect([await index.countEntries(GONE), await index.countEntries(STAYS)]).toEqual([0, 2]);
    expect((await bed.tenantDb.runSystem((tx) => models.list(tx)))[0]).toMatchObject({
      queuedTenant: STAYS,
      queuedMemory: null,
    });
    expect(await bed.erasures.status(STAYS, id)).toBeUndefined();
    await bed.close();

    await opened.migrate(async (runner) => {
      expect(await tablesThatName(runner, GONE)).toEqual([]);
      expect(await contentsOf(runner, STAYS)).toEqual(before);
      const hash = createHash('sha256').update(GONE).digest('hex');
      expect(await runner.query(`SELECT encode(tenant_hash, 'hex') AS hash FROM erased_tenants`)).toEqual([{ hash }]);
    });
  }, 120_000);

  describe('while that is under way', () => {
    let tenant: TenantId;
    let bed: ErasureBed;
    beforeEach(async () => {
      tenant = tenantId(`erased-${newUuid()}`);
      bed = await ErasureBed.open(opened);
    });
    afterEach(() => bed.close());

    it('has no transactions in any process, and has them again afterwards', async () => {
      const other = await ErasureBed.open(opened);
      await makeKnown(bed.tenantDb, tenant);
      await bed.erasures.begin(tenant);
      for (const process of [bed, other]) await expectErased(process, tenant);
      const neighbour = `${tenant}0` as TenantId;
      expect(await other.tenantDb.run(neighbour, () => Promise.resolve('goes on'))).toBe('goes on');
      await other.erasures.finish(tenant);
      expect(await bed.erasures.isUnderWay(tenant)).toBe(false);
      for (const process of [other, await ErasureBed.open(opened)]) {
        expect(await process.tenantDb.run(tenant, () => Promise.resolve('begins'))).toBe('begins');
        await process.close();
      }
    });

    it('is the same erasure for whoever begins it again, also after a process that died', async () => {
      await makeKnown(bed.tenantDb, tenant);
      const first = await bed.erasures.begin(tenant);
      const successor = await ErasureBed.open(opened);
      expect((await successor.erasures.begin(tenant)).id).toBe(first.id);
      expect(await successor.erasures.status(tenant, first.id)).toMatchObject({ status: 'running', endedAt: null });
      await successor.erasures.finish(tenant);
      expect(await successor.erasures.status(tenant, first.id)).toMatchObject({ status: 'completed' });
      expect(await successor.erasures.status(tenant, newUuid())).toBeUndefined();
      await successor.close();
    });

    it('waits for a store that does not answer, says so, and has deleted everything else', async () => {
      await makeKnown(bed.tenantDb, tenant);
      let answers = false;
      const left = [700, 300, 0];
      bed.erasers.addStores(() =>
        Promise.resolve([
          {
            name: 'somewhere else',
            erase: () => (answers ? Promise.resolve(left.shift() ?? 0) : Promise.reject(new Error('it is away'))),
            count: () => Promise.resolve(0),
          },
        ]),
      );
      const { id } = await bed.erasures.begin(tenant);
      expect(await bed.erasures.sweep()).toBe(false);
      const waiting = await bed.erasures.status(tenant, id);
      expect(waiting).toMatchObject({ status: 'running', problem: expect.stringContaining('it is away') });
      expect(
        await bed.tenantDb.runSystem((tx) => tx.query('SELECT FROM tenants WHERE tenant_id = $1', [tenant])),
      ).toEqual([]);
      answers = true;
      await bed.erasures.finish(tenant);
      const { status, deleted } = (await bed.erasures.status(tenant, id))!;
      expect([status, deleted]).toMatchObject(['completed', { 'somewhere else': 1_000 }]);
    });

    it('does not end where something is left, and says what', async () => {
      await makeKnown(bed.tenantDb, tenant);
      let left = 3;
      bed.erasers.addStores(() =>
        Promise.resolve([{ name: 'never empty', erase: () => Promise.resolve(0), count: () => Promise.resolve(left) }]),
      );
      const { id } = await bed.erasures.begin(tenant);
      await bed.erasures.sweep();
      expect(await bed.erasures.status(tenant, id)).toMatchObject({
        status: 'running',
        problem: expect.stringContaining('3 entries of never empty are still there'),
      });
      await expectErased(bed, tenant);
      left = 0;
      await bed.erasures.finish(tenant);
      expect(await bed.erasures.status(tenant, id)).toMatchObject({ status: 'completed' });
    });

    // The embedded database has one connection.
    const withSeveral = name === 'PostgreSQL' ? it : it.skip;
    withSeveral('waits for the transactions that began before, and deletes what they store', async () => {
      await makeKnown(bed.tenantDb, tenant);
      let end: () => void = () => undefined;
      const mayEnd = new Promise<void>((resolve) => (end = resolve));
      let begun: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => (begun = resolve));
      const writer = bed.tenantDb.run(tenant, async (tx) => {
        begun();
        await mayEnd;
        await tx.query('INSERT INTO memory_tags (tenant_id, memory_id, tag) VALUES ($1, $2, $3)', [
          tenant,
          newUuid(),
          'late',
        ]);
      });
      await hasBegun;
      const { id } = await bed.erasures.begin(tenant);
      expect(await bed.erasures.sweep()).toBe(false);
      expect(await bed.erasures.status(tenant, id)).toMatchObject({ status: 'running', problem: null });
      end();
      await writer;
      await bed.erasures.finish(tenant);
      expect((await bed.erasures.status(tenant, id))?.deleted).toMatchObject({ memory_tags: 1 });
    });

    it('is in the hands of one process of several', async () => {
      const [one, other] = [await ErasureBed.open(opened, false), await ErasureBed.open(opened, false)];
      await makeKnown(one.tenantDb, tenant);
      const asked: string[] = [];
      let end: (entries: number) => void = () => undefined;
      const nothing = new Promise<number>((resolve) => (end = resolve));
      let begun: () => void = () => undefined;
      const hasBegun = new Promise<void>((resolve) => (begun = resolve));
      const storeOf = (process: string) => (): Promise<number> => {
        asked.push(process);
        begun();
        return nothing;
      };
      for (const [process, { erasers }] of Object.entries({ one, other })) {
        erasers.addStores(() =>
          Promise.resolve([{ name: 'slow', erase: storeOf(process), count: () => Promise.resolve(0) }]),
        );
      }
      await one.erasures.begin(tenant);
      const working = one.erasures.sweep();
      await hasBegun;
      expect(await other.erasures.sweep()).toBe(false);
      end(0);
      await working;
      expect(new Set(asked)).toEqual(new Set(['one']));
      await Promise.all([one.close(), other.close()]);
    });
  });
});
