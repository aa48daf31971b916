import type { ScopedClient } from '../../../libs/platform/database/scoped.client.js';
import { openEmbedded, type OpenDatabase } from '../../support/database/open-database.js';

/** Work that would go on for minutes, each in another part of the engine. */
const ENDLESS: readonly (readonly [string, string])[] = [
  ['a function', 'SELECT count(*) FROM generate_series(1, 1000000000)'],
  ['a nested loop over tables', 'SELECT count(*) FROM rows a JOIN rows b ON a.text < b.text || $1'],
  ['a sort', 'SELECT min(x) FROM (SELECT md5(a.id::text || b.id) x FROM rows a, rows b ORDER BY 1 OFFSET 1) c'],
  ['a regular expression', `SELECT count(*) FROM rows WHERE repeat(text, 2000) ~ '(.*)(.*)(.*)(.*)x{9}$'`],
  ['vectors', 'SELECT sum(a.vector <-> b.vector) FROM rows a, rows b, generate_series(1, 50)'],
  ['an insert', 'INSERT INTO rows SELECT x, md5(x::text), NULL FROM generate_series(1, 100000000) x'],
];
const ROWS = 5_000;

describe('a statement of the embedded database', () => {
  let opened: OpenDatabase;

  /** As TenantDb uses the connection. */
  const within = async <T>(ms: number | undefined, work: (client: ScopedClient) => Promise<T>): Promise<T> => {
    const runner = opened.database.dataSource.createQueryRunner();
    const client = (await runner.connect()) as ScopedClient;
    client.limitStatements(ms);
    try {
      return await work(client);
    } finally {
      client.limitStatements(undefined);
      await runner.release();
    }
  };
  const query = (ms: number | undefined, sql: string): Promise<{ rows: unknown[] }> =>
    within(ms, (client) => client.query(sql.replace('$1', `''`)));

  beforeAll(async () => {
    opened = await openEmbedded();
    await query(undefined, 'CREATE TEMPORARY TABLE rows (id int, text text, vector vector(3))');
    await query(
      undefined,
      `INSERT INTO rows SELECT x, md5(x::text), '[1,2,3]'::vector FROM generate_series(1, ${ROWS}) x`,
    );
  }, 180_000);

  afterAll(() => opened.close());

  it.each(ENDLESS)('is cancelled within its limit: %s', async (_, sql) => {
    await expect(query(300, sql)).rejects.toMatchObject({ code: '57014' });
    expect((await query(300, 'SELECT count(*)::int AS count FROM rows')).rows).toEqual([{ count: ROWS }]);
  });

  it('takes its time where nothing is said', async () => {
    expect((await query(undefined, 'SELECT count(*)::int AS n FROM generate_series(1, 3000000)')).rows).toEqual([
      { n: 3_000_000 },
    ]);
  });

  it('rolls the transaction back that it is part of, and leaves nothing behind for the next one', async () => {
    const outcome = within(300, async (client) => {
      await client.query('BEGIN');
      await client.query(`INSERT INTO rows VALUES (-1, 'undone', NULL)`);
      await client.query(ENDLESS[0]?.[1] ?? '').catch(async (error: unknown) => {
        await client.query('ROLLBACK');
        throw error;
      });
    });
    await expect(outcome).rejects.toMatchObject({ code: '57014' });
    expect((await query(300, 'SELECT count(*)::int AS count FROM rows')).rows).toEqual([{ count: ROWS }]);
  });

  it('is never met by the cancellation of one before it', async () => {
    const confined = (client: ScopedClient, sql: string, caller?: AbortSignal): Promise<{ rows: unknown[] }> =>
      client.within({ scope: { setter: 'mneme_set_system' }, answered: () => undefined, caller }, () =>
        client.query(sql, []),
      );
    let cancelled = 0;
    for (let round = 0; round < 150; round++) {
      const caller = new AbortController();
      // Before, within or after the statement.
      setTimeout(() => caller.abort(), round % 4);
      const sql = `SELECT count(*) FROM generate_series(1, ${(round % 7) * 3_000})`;
      await within(undefined, (client) => confined(client, sql, caller.signal)).catch((error: unknown) => {
        const { code, kind } = error as { code?: string; kind?: string };
        expect(['57014', 'callerGone']).toContain(code ?? kind);
        cancelled++;
      });
      const next = await within(undefined, (client) => confined(client, 'SELECT 1 AS one'));
      expect(next.rows).toEqual([{ one: 1 }]);
    }
    expect(cancelled).toBeGreaterThan(0);
  });
});
