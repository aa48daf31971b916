import { WriteBehindBuffer } from '@mneme/platform/concurrency';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { failureText } from '@mneme/platform/observability';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CallCountsRepository, type CallCount } from './call-counts.repository.js';
import { utcDay } from '../plans/utc-calendar.js';

/** A call that has been answered. */
export interface AnsweredCall {
  readonly tenantId: TenantId;
  /** UUID of the API key behind the credential; undefined for a user. */
  readonly keyId: string | undefined;
  readonly at: Date;
  /** Whether the status is 400 or more. */
  readonly failed: boolean;
  readonly charged: boolean;
}

/** Stands for the calls of a tenant's users. */
const NO_KEY = '00000000-0000-0000-0000-000000000000';
const FLUSH_MS = 1_000;
/** Rows a statement. */
const BATCH = 1_000;
/** One statement has rows of any tenants. */
const ALL = 'all';

/** Counts calls in memory, so that no request waits, until they are written all together. */
@Injectable()
export class CallCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CallCounter.name);
  private readonly buffer: WriteBehindBuffer<typeof ALL, CallCount>;

  constructor(tenantDb: TenantDb, repository: CallCountsRepository) {
    this.buffer = new WriteBehindBuffer({
      intervalMs: FLUSH_MS,
      maxEntries: BATCH,
      write: (_, counts) => tenantDb.runSystem((tx) => repository.add(tx, counts)),
      merge: sum,
      onError: (error) => {
        this.logger.warn(`counts of calls could not be written, it is tried again: ${failureText(error)}`);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.buffer.start();
  }

  /** After the last request has been answered. A database that is unavailable must not keep the process from ending. */
  async onApplicationShutdown(): Promise<void> {
    await this.buffer.stop().catch((error: unknown) => {
      this.logger.error(`counts of calls are lost: ${failureText(error)}`);
    });
  }

  add({ tenantId, keyId = NO_KEY, at, failed, charged }: AnsweredCall): void {
    const day = utcDay(at);
    const count = { tenantId, keyId, day, requests: 1, errors: failed ? 1 : 0, charged: charged ? 1 : 0 };
    this.buffer.add(ALL, `${tenantId} ${keyId} ${day}`, count);
  }

  /** Resolves when everything counted before is in the database. What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    await this.buffer.flush();
  }
}

function sum(a: CallCount, b: CallCount): CallCount {
  const [requests, errors] = [a.requests + b.requests, a.errors + b.errors];
  return { ...a, requests, errors, charged: a.charged + b.charged };
}
