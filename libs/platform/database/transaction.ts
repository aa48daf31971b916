import type { DataSource, EntityManager } from 'typeorm';
import { ScopedClient } from './scoped.client.js';

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Whose rows a transaction sees: one of our own setters, and for whom. */
export interface Scope {
  readonly setter: 'mneme_set_tenant' | 'mneme_set_key_lookup' | 'mneme_set_system';
  readonly value?: string;
}

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** Tenant ids and key ids consist of these, so that they can stand in a statement. */
const PLAIN = /^[A-Za-z0-9_.:-]{1,128}$/;

/**
 * The statement that sets a scope until the end of a transaction. It has the value in its text, because it is sent
 * together with others, in messages that take no parameters.
 * @throws RangeError for a value that is no identifier
 */
function scopeStatement({ setter, value }: Scope): string {
  if (value !== undefined && !PLAIN.test(value)) throw new RangeError('a scope is a tenant id or a key id');
  return `SELECT ${setter}(${value === undefined ? '' : `'${value}'`})`;
}

/**
 * Begins and sets the scope in one message, a round trip less than in two; resolves once all is committed.
 * @param answered told of the first answer of the database
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  { scope, isolation, answered }: { scope: Scope; isolation: Isolation; answered: () => void },
  work: Work<T>,
): Promise<T> {
  const first = `BEGIN ISOLATION LEVEL ${isolation}; ${scopeStatement(scope)}`;
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(first);
    answered();
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

/** Each query of the work is a transaction of its own within the scope: one round trip, and nothing to begin or to end. */
export async function inReading<T>(
  dataSource: DataSource,
  { scope, answered }: { scope: Scope; answered: () => void },
  work: Work<T>,
): Promise<T> {
  const statement = scopeStatement(scope);
  const runner = dataSource.createQueryRunner();
  try {
    const client: unknown = await runner.connect();
    if (!(client instanceof ScopedClient)) throw new Error('the connection cannot confine its queries');
    return await client.within(statement, answered, () => work(runner.manager));
  } finally {
    await runner.release();
  }
}
