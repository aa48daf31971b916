import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

interface ColumnRow {
  readonly name: string;
  readonly nullable: boolean;
}

describe.each(DATABASES)('the schema of the %s database', (_, open) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 180_000);
  afterAll(() => opened.close());

  it('has the columns that the entities have, and no others', async () => {
    const { dataSource } = opened.database;
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(1);
    for (const entity of dataSource.entityMetadatas) {
      const columns = await dataSource.query<ColumnRow[]>(
        `SELECT attname::text AS name, NOT attnotnull AS nullable FROM pg_attribute
          WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
        [entity.tableName],
      );
      const expected = entity.columns.map((column) => ({ name: column.databaseName, nullable: column.isNullable }));
      const byName = (a: ColumnRow, b: ColumnRow): number => (a.name < b.name ? -1 : 1);
      expect({ table: entity.tableName, columns: [...columns].sort(byName) }).toEqual({
        table: entity.tableName,
        columns: expected.sort(byName),
      });
    }
  });

  it('names every constraint, and every key of a tenant table starts with the tenant', async () => {
    const rows = await opened.database.dataSource.query<{ index: string; first: string; unique: boolean }[]>(
      `SELECT i.relname::text AS index, a.attname::text AS first, x.indisunique AS unique
         FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]
         JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id')`,
    );
    // Who is calling is looked up by the key alone: the tenant is what that look-up finds out.
    const exceptions = new Set(['api_keys_key_id', 'api_keys_pk']);
    for (const { index, first, unique } of rows.filter((row) => row.unique && !exceptions.has(row.index))) {
      expect({ index, unique, first }).toEqual({ index, unique, first: 'tenant_id' });
    }
    const constraints = await opened.database.dataSource.query<{ name: string }[]>(
      `SELECT conname::text AS name FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
        WHERE n.nspname = 'public' AND k.contype <> 'n' AND k.conrelid <> 'mneme_migrations'::regclass`,
    );
    expect(constraints.map(({ name }) => name)).toContain('quota_slots_slot_range');
    expect(constraints.filter(({ name }) => /_pkey$|_key$|_check$|_fkey$/.test(name))).toEqual([]);
  });
});
