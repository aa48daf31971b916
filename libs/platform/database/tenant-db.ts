import { Injectable, Optional } from '@nestjs/common';
import type { Attributes } from '@opentelemetry/api';
import { DataSource, type EntityManager } from 'typeorm';
import { asDatabaseError } from './database-errors.js';
import { DatabaseMetrics, type TransactionScope } from './database-metrics.js';
import { DatabaseSilence } from './database-silence.js';
import { inStep } from '../observability/tracing/span.js';
import type { TenantId } from './tenant-id.js';
import { inReading, inTransaction, opening, type Scope, type TransactionMode } from './transaction.js';

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

/**
 * The only way to the database. Each call is one transaction (READ COMMITTED where nothing else is said) whose Row-Level Security is set first;
 * outside of it every tenant-owned table looks empty. The manager is passed on to whatever takes part: with the
 * embedded database there is one connection, and a query beside the transaction would wait for it for ever.
 *
 * A DomainError from the work passes; what the database itself refuses becomes DATABASE_ERROR.
 */
@Injectable()
export class TenantDb {
  private readonly silence = new DatabaseSilence();
  private readonly committed = new WeakMap<EntityManager, Set<() => void>>();

  constructor(
    private readonly dataSource: DataSource,
    @Optional() private readonly metrics?: DatabaseMetrics,
  ) {}

  /** Sees and writes the rows of this tenant. */
  async run<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work);
  }

  /** Sees the rows of this tenant and can write nothing; answers a round trip earlier than `run`. */
  async read<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work, 'READ ONLY');
  }

  /** Everything that the work reads, in however many queries, is of one moment. For reading only. */
  async runSnapshot<T>(tenant: TenantId, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('tenant', tenant, work, 'ISOLATION LEVEL REPEATABLE READ');
  }

  /** Sees the one API key with this public key id, whatever its tenant: for finding out who is calling. */
  async runForKey<T>(keyId: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('key', keyId, work, 'READ ONLY');
  }

  /** Sees the work queues and the list of tenants, never what a tenant stored: for jobs and the command line. */
  async runSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.transaction('system', undefined, work);
  }

  /** Has something done right after this transaction has committed; never where it is rolled back. Twice is once. */
  afterCommit(tx: EntityManager, action: () => void): void {
    const actions = this.committed.get(tx) ?? new Set();
    this.committed.set(tx, actions.add(action));
  }

  /** Resolves where the database answers. */
  async ping(): Promise<void> {
    await this.runSystem((tx) => tx.query('SELECT 1'));
  }

  private async transaction<T>(
    scope: TransactionScope,
    value: string | undefined,
    work: (tx: EntityManager) => Promise<T>,
    mode: TransactionMode = 'READ WRITE',
  ): Promise<T> {
    const startedAt = performance.now();
    try {
      const first = opening(mode, { setter: SETTERS[scope], ...(value === undefined ? {} : { value }) });
      const result = await inStep('database transaction', STEPS[scope], () => this.perform(first, work, mode));
      this.metrics?.committed(scope, startedAt);
      return result;
    } catch (error) {
      const thrown = asDatabaseError(error);
      this.metrics?.rolledBack(scope, startedAt, thrown);
      throw thrown;
    }
  }

  private async perform<T>(first: string, work: (tx: EntityManager) => Promise<T>, mode: TransactionMode): Promise<T> {
    let actions: Set<() => void> | undefined;
    const result = await this.silence.run((heard) => {
      const within = mode === 'READ ONLY' ? inReading : inTransaction;
      return within(this.dataSource, first, async (tx) => {
        heard();
        const done = await work(tx);
        actions = this.committed.get(tx);
        return done;
      });
    });
    actions?.forEach((action) => {
      action();
    });
    return result;
  }
}
