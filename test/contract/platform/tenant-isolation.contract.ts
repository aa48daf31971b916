import { findRowSecurityFaults, prepared, TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { ScopedClient } from '../../../libs/platform/database/scoped.client.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const ALICE = tenantId('alice');
const MALLORY = tenantId('mallory');
/** No transaction of a tenant that is being erased can begin. */
const ERASED = tenantId('erased');
const ID = '019a0000-0000-7000-8000-000000000001';

const INSERT = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
  VALUES ($1, $2, 'secret', 'task', 0.5, '{}', '{}', 6, 1, now(), now())`;

/** A row in each table of webhooks, those included that jobs look through for all tenants. */
const WEBHOOK_INSERTS: Readonly<Record<string, string>> = {
  webhooks: `INSERT INTO webhooks (tenant_id, id, name, url, fingerprint, events, secret, created_at, updated_at)
             VALUES ($1, $2, 'w', 'https://example.com', 'f', '{}', 's', now(), now())`,
  webhook_states: `INSERT INTO webhook_states (tenant_id, webhook_id, status, secret_key_id)
                   VALUES ($1, $2, 'active', 'k')`,
  webhook_deliveries: `INSERT INTO webhook_deliveries
                         (tenant_id, id, webhook_id, event_id, event, status, created_at, updated_at)
                       VALUES ($1, $2, $2, $2, 'e', 'delivered', now(), now())`,
  webhook_attempts: `INSERT INTO webhook_attempts (tenant_id, delivery_id, number, attempted_at, latency_ms)
                     VALUES ($1, $2, 1, now(), 5)`,
};

describe.each(DATABASES)('tenants in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  const count = async (tx: EntityManager): Promise<number> =>
    (await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM memories'))[0]?.n ?? -1;

  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
    for (const insert of [INSERT, ...Object.values(WEBHOOK_INSERTS)]) {
      await tenantDb.run(ALICE, (tx) => tx.query(insert, [ALICE, ID]));
    }
    const erasure = 'INSERT INTO tenant_erasures (tenant_id, id) VALUES ($1, $2)';
    await tenantDb.runSystem((tx) => tx.query(erasure, [ERASED, ID]));
  });
  afterAll(() => opened.close());

  it('are found confined by the check that every start makes', async () => {
    expect(await findRowSecurityFaults(opened.database.dataSource)).toEqual([]);
  });

  it('each see their own rows', async () => {
    expect(await tenantDb.run(ALICE, count)).toBe(1);
    expect(await tenantDb.run(MALLORY, count)).toBe(0);
  });

  it('are not seen by a query that names no tenant', async () => {
    expect(await count(opened.database.dataSource.manager)).toBe(0);
  });

  it('leave nothing of themselves on the connection', async () => {
    await tenantDb.run(ALICE, count);
    await expect(tenantDb.run(ALICE, (tx) => tx.query('SELECT 1 / 0'))).rejects.toMatchObject({ kind: 'database' });
    expect(await count(opened.database.dataSource.manager)).toBe(0);
  });

  it('read their own rows alone, whatever the query, and leave nothing on the connection', async () => {
    const both = (tx: EntityManager): Promise<number[]> => Promise.all([count(tx), count(tx)]);
    expect(await tenantDb.read(ALICE, both)).toEqual([1, 1]);
    expect(await tenantDb.read(MALLORY, both)).toEqual([0, 0]);
    const named = 'SELECT FROM memories WHERE tenant_id = $1';
    expect(await tenantDb.read(ALICE, (tx) => tx.query<unknown[]>(named, [ALICE]))).toHaveLength(1);
    expect(await tenantDb.read(MALLORY, (tx) => tx.query<unknown[]>(named, [ALICE]))).toEqual([]);
    const failed = tenantDb.read(ALICE, (tx) => tx.query('SELECT 1 / $1::int', [0]));
    await expect(failed).rejects.toMatchObject({ kind: 'database' });
    expect(await count(opened.database.dataSource.manager)).toBe(0);
    expect(await tenantDb.read(MALLORY, count)).toBe(0);
  });

  it('read their own rows alone with a statement that the connection has prepared', async () => {
    const statement = prepared('SELECT id FROM memories WHERE tenant_id = $1');
    const rowsOf = (reader: typeof ALICE): Promise<unknown[]> =>
      tenantDb.read(reader, (tx) => tx.query<unknown[]>(statement, [ALICE]));
    // From the sixth time on PostgreSQL may use one plan for all.
    for (let i = 0; i < 8; i++) {
      expect(await rowsOf(ALICE)).toEqual([{ id: ID }]);
      expect(await rowsOf(MALLORY)).toEqual([]);
    }
    const known = 'SELECT FROM pg_prepared_statements WHERE statement = $1';
    const kept = await tenantDb.read(ALICE, (tx) => tx.query<unknown[]>(known, [statement]));
    expect(kept).toHaveLength(1);
  });

  it('read on with what is prepared after a statement, or a scope, that has failed', async () => {
    const statement = prepared('SELECT 2 / $1::int AS half FROM memories WHERE tenant_id = $2');
    const halfOf = (value: number): Promise<unknown> =>
      tenantDb.read(ALICE, (tx) => tx.query(statement, [value, ALICE]));
    await expect(halfOf(0)).rejects.toMatchObject({ kind: 'database' });
    expect(await halfOf(1)).toEqual([{ half: 2 }]);
    const unset = tenantDb.read(ALICE, async (tx) => {
      const client = (await tx.queryRunner?.connect()) as ScopedClient;
      const scope = { setter: 'mneme_set_tenant', value: ERASED } as const;
      const query = (): Promise<unknown> => tx.query(prepared('SELECT 3 AS three'), []);
      return client.within({ scope, answered: () => undefined }, query);
    });
    await expect(unset).rejects.toMatchObject({ kind: 'tenantErased' });
    expect(await tenantDb.read(ALICE, (tx) => tx.query(prepared('SELECT 3 AS three'), []))).toEqual([{ three: 3 }]);
    await expect(tenantDb.run(ALICE, (tx) => tx.query('SELECT 1 / 0'))).rejects.toMatchObject({ kind: 'database' });
    expect(await halfOf(2)).toEqual([{ half: 1 }]);
    const known = 'SELECT statement FROM pg_prepared_statements WHERE statement = ANY ($1)';
    const looked = [statement, 'SELECT 3 AS three', 'SELECT mneme_set_tenant($1)'];
    const kept = await tenantDb.read(ALICE, (tx) => tx.query<unknown[]>(known, [looked]));
    expect(kept).toHaveLength(looked.length);
  });

  it('read on where the server has lost what was prepared, as behind a pooler', async () => {
    const statement = prepared('SELECT content FROM memories WHERE tenant_id = $1');
    const read = (tx: EntityManager): Promise<unknown[]> => tx.query<unknown[]>(statement, [ALICE]);
    await tenantDb.read(ALICE, read);
    const named = 'SELECT name FROM pg_prepared_statements WHERE statement = $1';
    await tenantDb.runSystem(async (tx) => {
      const [lost] = await tx.query<{ name: string }[]>(named, [statement]);
      await tx.query(`DEALLOCATE ${lost?.name ?? ''}`);
    });
    expect(await tenantDb.read(ALICE, read)).toEqual([{ content: 'secret' }]);
    expect(await tenantDb.read(MALLORY, read)).toEqual([]);
    const failed = tenantDb.read(ALICE, (tx) => tx.query(prepared('SELECT 1 / $1::int AS one'), [0]));
    await expect(failed).rejects.toMatchObject({ kind: 'database' });
  });

  it('are not read where the scope cannot be set', async () => {
    const unset = tenantDb.read(ALICE, async (tx) => {
      const client = (await tx.queryRunner?.connect()) as ScopedClient;
      return client.within({ scope: { setter: 'mneme_set_tenant', value: ERASED }, answered: () => undefined }, () =>
        count(tx),
      );
    });
    await expect(unset).rejects.toMatchObject({ kind: 'tenantErased' });
    expect(await tenantDb.run(ALICE, count)).toBe(1);
  });

  it('are named by nothing that could be taken for SQL', async () => {
    const name = `alice'); SELECT mneme_set_system(); --` as typeof ALICE;
    await expect(tenantDb.run(name, count)).rejects.toThrow(RangeError);
    await expect(tenantDb.runForKey(name, count)).rejects.toThrow(RangeError);
  });

  it.each([
    ['read', `SELECT * FROM memories WHERE tenant_id = 'alice'`],
    ['read by another way', `SELECT * FROM memories m JOIN LATERAL (SELECT m.content) c ON true`],
    ['change', `UPDATE memories SET content = 'mine' WHERE tenant_id = 'alice' RETURNING 1`],
    ['delete', `DELETE FROM memories RETURNING 1`],
    ['take over', `UPDATE memories SET tenant_id = 'mallory' RETURNING 1`],
  ])('cannot %s the rows of another in raw SQL', async (_what, sql) => {
    const rows = await tenantDb.run(MALLORY, (tx) => tx.query<unknown[]>(sql));
    expect(rows.flat().filter((row) => typeof row === 'object')).toEqual([]);
    expect(await tenantDb.run(ALICE, count)).toBe(1);
  });

  it.each(Object.entries(WEBHOOK_INSERTS))('see, change, forge nothing of another in %s', async (table, insert) => {
    const read = (tx: EntityManager): Promise<unknown[]> => tx.query<unknown[]>(`SELECT FROM ${table}`);
    expect(await tenantDb.run(ALICE, read)).toHaveLength(1);
    expect(await tenantDb.run(MALLORY, read)).toEqual([]);
    expect(await read(opened.database.dataSource.manager)).toEqual([]);
    await tenantDb.run(MALLORY, (tx) => tx.query(`DELETE FROM ${table}`));
    expect(await tenantDb.run(ALICE, read)).toHaveLength(1);
    const forged = tenantDb.run(MALLORY, (tx) => tx.query(insert, [ALICE, ID.replace('1', '2')]));
    await expect(forged).rejects.toMatchObject({ kind: 'database' });
  });

  it('cannot put a row into another', async () => {
    const forged = tenantDb.run(MALLORY, (tx) => tx.query(INSERT, [ALICE, ID.replace('1', '2')]));
    await expect(forged).rejects.toMatchObject({ kind: 'database' });
  });

  it('show nothing but queues and tenants to the system', async () => {
    expect(await tenantDb.runSystem(count)).toBe(0);
    const tables = ['memory_tags', 'memory_totals', 'api_keys', 'outbox_events', 'webhooks', 'webhook_attempts'];
    for (const table of tables) {
      expect(await tenantDb.runSystem((tx) => tx.query<unknown[]>(`SELECT FROM ${table}`))).toEqual([]);
    }
  });

  it.each([
    'CREATE TABLE loot (a int)',
    'ALTER TABLE memories NO FORCE ROW LEVEL SECURITY',
    'DROP POLICY memories_tenant ON memories',
    'CREATE ROLE other SUPERUSER',
    'GRANT ALL ON memories TO PUBLIC',
  ])('cannot %s', async (sql) => {
    const attempt = tenantDb.run(MALLORY, (tx) => tx.query(sql));
    await attempt.catch(() => undefined);
    expect(await findRowSecurityFaults(opened.database.dataSource)).toEqual([]);
    expect(await tenantDb.run(MALLORY, count)).toBe(0);
  });
});
