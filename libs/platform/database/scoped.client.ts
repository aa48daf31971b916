import pg from 'pg';
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
  /** What the connection remembers the query by; undefined where it is parsed and planned anew. */
  readonly name: string | undefined;
}

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
  private scope: { readonly statement: string; readonly answered: () => void } | undefined;
  private prepares = true;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const plain = this.query.bind(this) as Query;
    const query: Query = (...parameters) => {
      if (this.scope === undefined) return plain(...parameters);
      const { statement, answered } = this.scope;
      const [text, values] = parameters as [string, unknown[] | undefined];
      return this.confined(plain, statement, text, values).then((result) => {
        answered();
        return result;
      });
    };
    this.query = query as typeof this.query;
  }

  /**
   * @param statement sets the scope until the end of a transaction, and takes no parameters
   * @param answered told of each answer of the database
   */
  async within<T>(statement: string, answered: () => void, work: () => Promise<T>): Promise<T> {
    this.scope = { statement, answered };
    try {
      return await work();
    } finally {
      this.scope = undefined;
    }
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
