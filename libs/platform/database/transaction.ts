import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { ScopedClient } from './scoped.client.js';

type Work<T> = (tx: EntityManager) => Promise<T>;

/** Whose rows a transaction sees: one of our own setters, and for whom. */
export interface Scope {
  readonly setter: 'mneme_set_tenant' | 'mneme_set_erased_tenant' | 'mneme_set_key_lookup' | 'mneme_set_system';
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

/** A use of a connection. */
export interface Use {
  readonly scope: Scope;
  /** Called at the first answer of the database. */
  readonly answered: () => void;
  /** How long a statement may run where the server has no limit of its own. */
  readonly statementMs: number;
}

/** Begins and sets the scope in one message, a round trip less than in two; resolves once all is committed. */
export async function inTransaction<T>(
  dataSource: DataSource,
  { isolation, ...use }: Use & { readonly isolation: Isolation },
  work: Work<T>,
): Promise<T> {
  const first = `BEGIN ISOLATION LEVEL ${isolation}; ${scopeStatement(use.scope)}`;
  return connected(dataSource, use, async (_, runner) => {
    try {
      await runner.query(first);
      use.answered();
      const result = await work(runner.manager);
      await runner.query('COMMIT');
      return result;
    } catch (error) {
      // Of both failures the first one tells.
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Each query of the work is a transaction of its own within the scope: one round trip, and nothing to begin or to end.
 * @param caller where aborted, the work ends with what it is doing
 */
export async function inReading<T>(
  dataSource: DataSource,
  { caller, ...use }: Use & { readonly caller: AbortSignal | undefined },
  work: Work<T>,
): Promise<T> {
  const confinement = { statement: scopeStatement(use.scope), answered: use.answered, caller };
  return connected(dataSource, use, (client, runner) => client.within(confinement, () => work(runner.manager)));
}

async function connected<T>(
  dataSource: DataSource,
  { statementMs }: Use,
  work: (client: ScopedClient, runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: unknown = await runner.connect();
    if (!(client instanceof ScopedClient)) throw new Error('the connection cannot confine its queries');
    client.limitStatements(statementMs);
    try {
      return await work(client, runner);
    } finally {
      client.limitStatements(undefined);
    }
  } finally {
    await runner.release();
  }
}
