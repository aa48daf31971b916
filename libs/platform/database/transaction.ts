import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { type Isolation, type Scope, ScopedClient } from './scoped.client.js';

type Work<T> = (tx: EntityManager) => Promise<T>;

/** A use of a connection. */
export interface Use {
  readonly scope: Scope;
  /** Called at the first answer of the database. */
  readonly answered: () => void;
  /** How long a statement may run where the server has no limit of its own. */
  readonly statementMs: number;
}

/** A use of a connection for one transaction. */
export interface TransactionUse extends Use {
  readonly isolation: Isolation;
  /** Asked once the work is done: queries that are sent right before the end. */
  readonly last: (tx: EntityManager) => readonly LastQuery[];
}

/** A query whose result nobody needs. */
export type LastQuery = () => Promise<unknown>;

/**
 * Begins and sets the scope in one message, a round trip less than in two; so do the last queries and the end. Resolves once all
 * is committed.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  { isolation, last, ...use }: TransactionUse,
  work: Work<T>,
): Promise<T> {
  return connected(dataSource, use, async (client, runner) => {
    try {
      await client.begin(isolation, use.scope);
      use.answered();
      const result = await work(runner.manager);
      await commit(runner, last(runner.manager));
      return result;
    } catch (error) {
      // Of both failures the first one tells.
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  });
}

/** Where one of the queries fails, PostgreSQL takes the COMMIT behind it for a ROLLBACK. */
async function commit(runner: QueryRunner, last: readonly LastQuery[]): Promise<void> {
  const sent = [...last.map((send) => send()), runner.query('COMMIT')];
  await Promise.allSettled(sent);
  await Promise.all(sent);
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
  const confinement = { scope: use.scope, answered: use.answered, caller };
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
