import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DomainError } from '../errors/domain-error.js';
import { preparedName } from './prepared.js';

type Query = (...parameters: readonly unknown[]) => unknown;
type Answer = pg.QueryResult | readonly pg.QueryResult[];

/** What of the driver's query and connection is needed to send one statement before another. */
interface Wire {
  parse(statement: { text: string }): void;
  bind(portal: object): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
}
interface Extended {
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
}

/** A query and the statement that confines it. */
interface Confined {
  readonly scope: string;
  readonly text: string;
  readonly values: unknown[] | undefined;
  /** The name of the prepared statement; undefined if the query is parsed and planned each time. */
  readonly name: string | undefined;
}

/** What confines the queries of a piece of work, and who waits for it. */
interface Confinement {
  /** Sets the scope until the end of a transaction, and takes no parameters. */
  readonly statement: string;
  /** Called at each answer of the database. */
  readonly answered: () => void;
  /** Aborted where the work is not wanted any more. */
  readonly caller?: AbortSignal | undefined;
}

/** A cancellation may overtake the query that it means; then it is asked for once more. */
const AGAIN_MS = 250;

/**
 * What the server says where it does not have the statements that the connection counts on: a pooler that gives each
 * transaction another connection, a table that has changed since. (No such statement, taken name, other columns.)
 */
const NOT_PREPARED = new Set(['26000', '42P05', '0A000']);

/**
 * The driver's client, whose queries can be confined without a transaction around them: the statement that sets the
 * scope and the query itself go out in one message, which PostgreSQL runs as one transaction. So a query costs one round
 * trip instead of three or four, and where the scope cannot be set the query does not run.
 */
export class ScopedClient extends pg.Client {
  private scope: Confinement | undefined;
  private prepares = true;
  /** Confined queries that have been sent and not answered. */
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const plain = this.query.bind(this) as Query;
    const query: Query = (...parameters) => {
      if (this.scope === undefined) return plain(...parameters);
      const { statement, answered, caller } = this.scope;
      if (caller?.aborted === true) return Promise.reject(DomainError.callerGone());
      const [text, values] = parameters as [string, unknown[] | undefined];
      const query = this.confined(plain, statement, text, values).then((result) => {
        answered();
        return result;
      });
      return this.tracked(query);
    };
    this.query = query as typeof this.query;
  }

  /**
   * Where the caller goes, the query under way is cancelled and no other one begins. Resolves or rejects only once no
   * cancellation is under way any more, so none can reach the next use of the connection.
   */
  async within<T>(confinement: Confinement, work: () => Promise<T>): Promise<T> {
    const { caller } = confinement;
    let cancelled: Promise<void> | undefined;
    const cancel = (): void => {
      cancelled = this.cancelQueries();
    };
    this.scope = confinement;
    caller?.addEventListener('abort', cancel, { once: true });
    try {
      return await work();
    } finally {
      caller?.removeEventListener('abort', cancel);
      this.scope = undefined;
      await cancelled;
    }
  }

  /** How long a statement may run from now on; undefined: as long as it takes. Where the server has a limit of its own, that holds. */
  limitStatements(_ms: number | undefined): void {
    // The server's own limit holds.
  }

  /** Asks the server to cancel what it is running for this connection. Resolves when that can meet nothing that is sent later. */
  protected async interrupt(): Promise<void> {
    // Of a plain connection nothing is cancelled: its queries end by themselves.
  }

  private async cancelQueries(): Promise<void> {
    while (this.underWay.size > 0) {
      await this.interrupt();
      await Promise.race([Promise.allSettled(this.underWay), pause(AGAIN_MS, undefined, { ref: false })]);
    }
  }

  private tracked<T>(query: Promise<T>): Promise<T> {
    this.underWay.add(query);
    return query.finally(() => this.underWay.delete(query));
  }

  /** Where the server does not have what was prepared, the query is sent as it is, and all later ones too. */
  private async confined(
    plain: Query,
    scope: string,
    text: string,
    values: unknown[] | undefined,
  ): Promise<pg.QueryResult | undefined> {
    const name = this.prepares ? preparedName(text) : undefined;
    try {
      return await sent(plain, { scope, text, values, name });
    } catch (error) {
      if (name === undefined || !NOT_PREPARED.has((error as { code?: string }).code ?? '')) throw error;
      this.prepares = false;
      return sent(plain, { scope, text, values, name: undefined });
    }
  }
}

async function sent(plain: Query, { scope, text, values, name }: Confined): Promise<pg.QueryResult | undefined> {
  const query = new pg.Query({ text, values, name } as pg.QueryConfig) as pg.Query & Extended;
  const prepare = query.prepare.bind(query);
  query.requiresPreparation = () => true;
  query.prepare = (wire) => {
    wire.parse({ text: scope });
    wire.bind({});
    wire.describe({ type: 'P' });
    wire.execute({});
    prepare(wire);
  };
  const answer = await new Promise<Answer>((resolve, reject) => {
    plain(query, (error: Error | null, both: Answer) => {
      if (error === null) resolve(both);
      else reject(error);
    });
  });
  // The other one is that of the scope.
  return Array.isArray(answer) ? (answer as pg.QueryResult[]).at(-1) : undefined;
}
