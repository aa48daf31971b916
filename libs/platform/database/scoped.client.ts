import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DomainError } from '../errors/domain-error.js';
import { prepared, preparedName } from './prepared.js';

export type Query = (...parameters: readonly unknown[]) => unknown;
type Answer = pg.QueryResult | readonly pg.QueryResult[];

/** Whose rows queries see: one of our own setters, and for whom. */
export interface Scope {
  readonly setter: 'mneme_set_tenant' | 'mneme_set_erased_tenant' | 'mneme_set_key_lookup' | 'mneme_set_system';
  readonly value?: string;
}

/** A statement of a message. */
interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

/** What of the driver's query and connection is needed to send one statement before another. */
interface Wire {
  readonly parsedStatements: Record<string, string | undefined>;
  parse(statement: { text: string; name: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: object): void;
  close(statement: { type: 'S'; name: string }): void;
}
interface Extended {
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
}

/** What confines the queries of a piece of work, and who waits for it. */
interface Confinement {
  readonly scope: Scope;
  /** Called at each answer of the database. */
  readonly answered: () => void;
  /** Aborted where the work is not wanted any more. */
  readonly caller?: AbortSignal | undefined;
}

/** The statements that set a scope until the end of a transaction. */
const SETTERS: Readonly<Record<Scope['setter'], string>> = {
  mneme_set_tenant: prepared('SELECT mneme_set_tenant($1)'),
  mneme_set_erased_tenant: prepared('SELECT mneme_set_erased_tenant($1)'),
  mneme_set_key_lookup: prepared('SELECT mneme_set_key_lookup($1)'),
  mneme_set_system: prepared('SELECT mneme_set_system()'),
};

const BEGINNINGS = {
  'READ COMMITTED': prepared('BEGIN ISOLATION LEVEL READ COMMITTED'),
  'REPEATABLE READ': prepared('BEGIN ISOLATION LEVEL REPEATABLE READ'),
};
export type Isolation = keyof typeof BEGINNINGS;

/** Tenant ids and key ids consist of these. */
const PLAIN = /^[A-Za-z0-9_.:-]{1,128}$/;

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
  private confinement: (Omit<Confinement, 'scope'> & { readonly setter: Statement }) | undefined;
  private prepares = true;
  /** Names that the server may know or not, since a message with them has failed. */
  private readonly doubtful = new Set<string>();
  /** Confined queries that have been sent and not answered. */
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly plain: Query;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.plain = this.query.bind(this);
    const query: Query = (...parameters) => {
      if (this.confinement === undefined) return this.unconfined(this.plain, parameters);
      const { setter, answered, caller } = this.confinement;
      if (caller?.aborted === true) return Promise.reject(DomainError.callerGone());
      const [text, values] = parameters as [string, unknown[] | undefined];
      const query = this.together(setter, { text, values }).then((result) => {
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
    const { scope, ...rest } = confinement;
    const { caller } = rest;
    const setter = setterOf(scope);
    let cancelled: Promise<void> | undefined;
    const cancel = (): void => {
      cancelled = this.cancelQueries();
    };
    this.confinement = { ...rest, setter };
    caller?.addEventListener('abort', cancel, { once: true });
    try {
      return await work();
    } finally {
      caller?.removeEventListener('abort', cancel);
      this.confinement = undefined;
      await cancelled;
    }
  }

  /** Begins a transaction and sets its scope, in one round trip. */
  async begin(isolation: Isolation, scope: Scope): Promise<void> {
    // Of a message that failed the beginning may have succeeded.
    const undo = async (): Promise<void> => {
      await this.plain('ROLLBACK');
    };
    await this.together({ text: BEGINNINGS[isolation] }, setterOf(scope), undo);
  }

  /** How long a statement may run from now on; undefined: as long as it takes. Where the server has a limit of its own, that holds. */
  limitStatements(_ms: number | undefined): void {
    // The server's own limit holds.
  }

  /** What the server is to know a statement by; undefined if it is parsed and planned each time. */
  protected nameOf(text: string): string | undefined {
    return preparedName(text);
  }

  /** Sends a query that nothing confines. */
  protected unconfined(plain: Query, parameters: readonly unknown[]): unknown {
    return plain(...parameters);
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

  /**
   * Two statements in one message, the second only if the first one succeeds. Where the server does not have what was
   * prepared, they are sent as they are, and all later ones too.
   * @param undo called before they are sent again
   * @returns what the second one gives
   */
  private async together(
    first: Statement,
    second: Statement,
    undo?: () => Promise<void>,
  ): Promise<pg.QueryResult | undefined> {
    const prepares = this.prepares;
    try {
      return await this.sent(first, second);
    } catch (error) {
      if (!prepares || !NOT_PREPARED.has((error as { code?: string }).code ?? '')) throw error;
      this.prepares = false;
      await undo?.();
      return this.sent(first, second);
    }
  }

  private async sent(first: Statement, second: Statement): Promise<pg.QueryResult | undefined> {
    const [before = '', name = ''] = [first, second].map(({ text }) => (this.prepares ? this.nameOf(text) : undefined));
    const query = new pg.Query({ text: second.text, values: second.values, name } as pg.QueryConfig) as pg.Query &
      Extended;
    const prepare = query.prepare.bind(query);
    query.requiresPreparation = () => true;
    query.prepare = (wire) => {
      this.forgetDoubtful(wire, before, name);
      if (wire.parsedStatements[before] === undefined) wire.parse({ text: first.text, name: before });
      // Where it is not known after all, the message fails and the name is in doubt.
      if (before !== '') wire.parsedStatements[before] = first.text;
      wire.bind({ statement: before, values: first.values ?? [] });
      wire.describe({ type: 'P' });
      wire.execute({});
      prepare(wire);
    };
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.plain(query, (error: Error | null, both: Answer) => {
        if (error === null) resolve(both);
        else reject(error);
      });
    }).catch((error: unknown) => {
      [before, name].forEach((each) => each !== '' && this.doubtful.add(each));
      throw error;
    });
    // The other one is that of the first statement.
    return Array.isArray(answer) ? (answer as pg.QueryResult[]).at(-1) : undefined;
  }

  /** To close a statement that is not there is no error, to prepare one that is there is one. */
  private forgetDoubtful(wire: Wire, ...names: readonly string[]): void {
    for (const name of names) {
      if (!this.doubtful.delete(name)) continue;
      Reflect.deleteProperty(wire.parsedStatements, name);
      wire.close({ type: 'S', name });
    }
  }
}

/** @throws RangeError for a value that is no identifier */
function setterOf({ setter, value }: Scope): Statement {
  if (value !== undefined && !PLAIN.test(value)) throw new RangeError('a scope is a tenant id or a key id');
  return { text: SETTERS[setter], values: value === undefined ? [] : [value] };
}
