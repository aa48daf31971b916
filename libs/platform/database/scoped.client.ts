import pg from 'pg';

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

/**
 * The driver's client, whose queries can be confined without a transaction around them: the statement that sets the
 * scope and the query itself go out in one message, which PostgreSQL runs as one transaction. So a query costs one round
 * trip instead of three or four, and where the scope cannot be set the query does not run.
 */
export class ScopedClient extends pg.Client {
  private scope: { readonly statement: string; readonly answered: () => void } | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const plain = this.query.bind(this) as Query;
    const query: Query = (...parameters) => {
      if (this.scope === undefined) return plain(...parameters);
      const { statement, answered } = this.scope;
      const [text, values] = parameters as [string, unknown[] | undefined];
      return confined(plain, statement, text, values).then((result) => {
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
}

async function confined(
  plain: Query,
  statement: string,
  text: string,
  values: unknown[] | undefined,
): Promise<pg.QueryResult | undefined> {
  const query = new pg.Query(text, values) as pg.Query & Extended;
  const prepare = query.prepare.bind(query);
  query.requiresPreparation = () => true;
  query.prepare = (wire) => {
    wire.parse({ text: statement });
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
