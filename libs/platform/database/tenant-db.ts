import { Injectable, Optional } from '@nestjs/common';
import type { Attributes } from '@opentelemetry/api';
import { DataSource, type EntityManager } from 'typeorm';
import { asDatabaseError } from './database-errors.js';
import { DatabaseMetrics, type TransactionScope } from './database-metrics.js';
import { DatabaseCircuitBreaker } from './database-circuit-breaker.js';
import { DomainError } from '../errors/domain-error.js';
import { callerSignal, isInRequest } from '../context/request-context.js';
import { inStep } from '../observability/tracing/span.js';
import type { TenantId } from '../ids/tenant-id.js';
import { TenantFence } from './tenant-fence.js';
import type { Isolation, Scope } from './scoped.client.js';
import { inReading, inTransaction, type LastQuery } from './transaction.js';

const SETTERS: Readonly<Record<TransactionScope, Scope['setter']>> = {
  tenant: 'mneme_set_tenant',
  key: 'mneme_set_key_lookup',
  system: 'mneme_set_system',
};

const STEPS: Readonly<Record<TransactionScope, Attributes>> = {
  tenant: { 'db.system.name': 'postgresql', 'mneme.scope': 'tenant' },
  key: { 'db.system.name': 'postgresql', 'mneme.scope': 'key' },
  system: { 'db.system.name': 'postgresql', 'mneme.scope': 'system' },
};

/** As PostgreSQL's own limit: a client waits for the answer, and others for the connection. */
const REQUEST_STATEMENT_MS = 5_000;
/** Jobs and commands take more at once. Less than a request waits for the connection: those behind are answered. */
const BACKGROUND_STATEMENT_MS = 15_000;

/**
 * The only way to the database. Each call is one transaction (READ COMMITTED where nothing else is said) whose Row-Level Security is set first;
 * outside of it every tenant-owned table looks empty. The manager is passed on to whatever takes part: with the
 * embedded database there is one connection, and a query beside the transaction would wait for it for ever.
 *
 * A DomainError from the work passes; what the database itself refuses becomes DATABASE_ERROR. A tenant that is being erased
 * has no transactions: DomainError tenantErased.
 */
@Injectable()
export class TenantDb {
  private readonly silence = new DatabaseCircuitBreaker();
  private readonly committed = new WeakMap<EntityManager, Set<() => void>>();
  private readonly last = new WeakMap<EntityManager, LastQuery[]>();

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly metrics?: DatabaseMetrics,
    @Optional() private readonly fence: TenantFence = new TenantFence(),
  ) {}

  /** Sees and writes the rows of this tenant. */
  async run<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work);
  }

  /**
   * Sees the rows of this tenant; each query is a transaction of its own. For reading only: a round trip a query. In a
   * request that only reads it ends where the client hangs up.
   */
  async read<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work, 'each query');
  }

  /** Everything that the work reads, in however many queries, is of one moment. For reading only. */
  async runSnapshot<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work, 'REPEATABLE READ');
  }

  /** Sees only the API key with this public key id, of any tenant: to authenticate a caller. */
  async runForKey<T>(keyId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('key', keyId, work, 'each query');
  }

  /** Sees the work queues and the list of tenants, never what a tenant stored: for jobs and the command line. */
  async runSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('system', undefined, work);
  }

  /** As `runSystem`, for reading only: each query is a transaction of its own, and a round trip. */
  async readSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('system', undefined, work, 'each query');
  }

  /** Has something done right after this transaction has committed; never where it is rolled back. Twice is once. */
  afterCommit(tx: EntityManager, action: () => void): void {
    const actions = this.committed.get(tx) ?? new Set();
    this.committed.set(tx, actions.add(action));
  }

  /**
   * Has a query sent together with the commit: one whose result nobody needs, and whose rows nothing reads in this transaction.
   * Where it fails, so does the transaction. Not within `read` and the like, which have no commit.
   */
  withCommit(tx: EntityManager, query: LastQuery): void {
    const queries = this.last.get(tx) ?? [];
    queries.push(query);
    this.last.set(tx, queries);
  }

  /** Resolves where the database answers. */
  async ping(): Promise<void> {
    await this.runSystem((tx) => tx.query('SELECT 1'));
  }

  private async transaction<T>(
    kind: TransactionScope,
    value: string | undefined,
    work: (tx: EntityManager) => Promise<T>,
    mode: Isolation | 'each query' = 'READ COMMITTED',
  ): Promise<T> {
    const startedAt = performance.now();
    const scope = this.scopeOf(kind, value);
    const caller = kind === 'tenant' && mode === 'each query' ? callerSignal() : undefined;
    try {
      const result = await inStep('database transaction', STEPS[kind], () => this.perform(scope, work, mode, caller));
      this.metrics?.committed(kind, startedAt);
      return result;
    } catch (error) {
      const thrown = caller?.aborted === true ? DomainError.callerGone(error) : asDatabaseError(error);
      this.metrics?.rolledBack(kind, startedAt, thrown);
      throw thrown;
    }
  }

  private scopeOf(kind: TransactionScope, value: string | undefined): Scope {
    if (value === undefined) return { setter: SETTERS[kind] };
    if (kind !== 'tenant') return { setter: SETTERS[kind], value };
    const tenant = value as TenantId;
    this.fence.check(tenant);
    return { setter: this.fence.isEraser(tenant) ? 'mneme_set_erased_tenant' : SETTERS.tenant, value };
  }

  private async perform<T>(
    scope: Scope,
    work: (tx: EntityManager) => Promise<T>,
    mode: Isolation | 'each query',
    caller: AbortSignal | undefined,
  ): Promise<T> {
    const statementMs = isInRequest() ? REQUEST_STATEMENT_MS : BACKGROUND_STATEMENT_MS;
    if (mode === 'each query') {
      const reading = async (tx: EntityManager): Promise<T> => {
        const done = await work(tx);
        if (this.last.has(tx)) throw new Error('only a transaction has a commit to send queries with');
        return done;
      };
      return this.silence.run((answered) =>
        inReading(this.dataSource, { scope, answered, statementMs, caller }, reading),
      );
    }
    let actions: Set<() => void> | undefined;
    const last = (tx: EntityManager): readonly LastQuery[] => this.last.get(tx) ?? [];
    const result = await this.silence.run((answered) =>
      inTransaction(this.dataSource, { scope, isolation: mode, answered, statementMs, last }, async (tx) => {
        const done = await work(tx);
        actions = this.committed.get(tx);
        return done;
      }),
    );
    actions?.forEach((action) => {
      action();
    });
    return result;
  }
}
