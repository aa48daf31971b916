import { readFileSync } from 'node:fs';
import type { QueryRunner } from 'typeorm';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

/** What the release before sends to the database (tools/record-statements): it goes on doing so during an upgrade. */
const STATEMENTS = JSON.parse(readFileSync('test/migrations/statements.json', 'utf8')) as readonly string[];

describe.each(DATABASES)('the schema of the %s database', (_, open) => {
  let opened: OpenDatabase;
  let runner: QueryRunner;
  beforeAll(async () => {
    opened = await open();
    runner = opened.database.dataSource.createQueryRunner();
  }, 180_000);
  afterAll(async () => {
    await runner.release();
    await opened.close();
  });

  /** Why PostgreSQL does not take the statement; undefined where it does. Nothing is executed. */
  const refusal = async (statement: string): Promise<string | undefined> => {
    await runner.startTransaction();
    try {
      await runner.query(`PREPARE released AS ${statement}`);
      await runner.query('DEALLOCATE released');
      return undefined;
    } catch (error) {
      return `${(error as Error).message}: ${statement}`;
    } finally {
      await runner.rollbackTransaction();
    }
  };

  it('takes every statement of the release before', async () => {
    expect(STATEMENTS.length).toBeGreaterThan(50);
    const refused: string[] = [];
    for (const statement of STATEMENTS) {
      const reason = await refusal(statement);
      if (reason !== undefined) refused.push(reason);
    }
    expect(refused).toEqual([]);
  });

  it('does not take one that uses what is not there', async () => {
    expect(await refusal('SELECT no_such_column FROM memories')).toContain('no_such_column');
  });
});
