import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Whose rows a transaction sees: one of our own setters, and for whom. */
export interface Scope {
  readonly setter: 'mneme_set_tenant' | 'mneme_set_key_lookup' | 'mneme_set_system';
  readonly value?: string;
}

export type TransactionMode = 'READ WRITE' | 'ISOLATION LEVEL REPEATABLE READ' | 'READ ONLY';

/** Tenant ids and key ids consist of these, so that they can stand in a statement. */
const PLAIN = /^[A-Za-z0-9_.:-]{1,128}$/;

/**
 * Begins a transaction and sets its scope, in one message: a round trip less than two statements. A message of several
 * statements takes no parameters, hence the value in the text.
 * @throws RangeError for a value that is no identifier
 */
export function opening(mode: TransactionMode, { setter, value }: Scope): string {
  if (value !== undefined && !PLAIN.test(value)) throw new RangeError('a scope is a tenant id or a key id');
  return `BEGIN ${mode}; SELECT ${setter}(${value === undefined ? '' : `'${value}'`})`;
}

/** Resolves once it is committed. */
export async function inTransaction<T>(dataSource: DataSource, first: string, work: Work<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(first);
    const result = await work(runner.manager);
    await runner.query('COMMIT');
    return result;
  } catch (error) {
    // Of both failures the first one tells.
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/** Resolves with what was read. There is nothing to commit, so nobody waits for the end; the connection does. */
export async function inReading<T>(dataSource: DataSource, first: string, work: Work<T>): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(first);
    return await work(runner.manager);
  } finally {
    void end(runner);
  }
}

async function end(runner: QueryRunner): Promise<void> {
  await runner.query('ROLLBACK').catch(() => undefined);
  await runner.release();
}
