import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '../errors/domain-error.js';
import { Metrics } from '../observability/metrics/metrics.js';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Whose rows a transaction sees. */
export type TransactionScope = 'tenant' | 'key' | 'system';

/** The part of the driver's pool that is looked at. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** Metrics of the database: the duration of transactions and the use of the pool. */
@Injectable()
export class DatabaseMetrics {
  private readonly durations;

  constructor(dataSource: DataSource, metrics: Metrics) {
    this.durations = metrics.histogram(
      'mneme_database_transaction_duration_seconds',
      'Time of a transaction with the wait for its connection',
      BUCKETS_SECONDS,
      ['scope', 'result'],
    );
    const connections = metrics.gauge('mneme_database_pool_connections', 'Open connections to the database', ['state']);
    const waiting = metrics.gauge('mneme_database_pool_waiting', 'Transactions that wait for a connection');
    const limit = metrics.gauge('mneme_database_pool_limit', 'Connections that this process may open');
    metrics.beforeCollect(() => {
      const { totalCount, idleCount, waitingCount, options } = (dataSource.driver as unknown as { master: Pool })
        .master;
      connections.set({ state: 'used' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      waiting.set(waitingCount);
      limit.set(options.max);
    });
  }

  /** @param startedAt on the clock of `performance.now()` */
  committed(scope: TransactionScope, startedAt: number): void {
    this.durations.observe({ scope, result: 'committed' }, (performance.now() - startedAt) / 1_000);
  }

  /** @param error as it is thrown: a rule of ours that ends a transaction is no failure of the database */
  rolledBack(scope: TransactionScope, startedAt: number, error: unknown): void {
    const failed = error instanceof DomainError && error.kind === 'database';
    const result = failed ? 'failed' : 'rolled_back';
    this.durations.observe({ scope, result }, (performance.now() - startedAt) / 1_000);
  }
}
