import { TenantDb, type TenantId } from '@mneme/platform';
import { Injectable } from '@nestjs/common';
import { CallCountsRepository, type CallCount } from './call-counts.repository.js';
import { utcDay } from './utc-calendar.js';

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

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Stands for the calls of a tenant's users. */
const NO_KEY = '00000000-0000-0000-0000-000000000000';
/** Rows a statement. */
const BATCH = 1_000;

/** Counts calls in memory, so that no request waits, until they are written all together. */
@Injectable()
export class CallCounter {
  private pending = new Map<string, Mutable<CallCount>>();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly counts: CallCountsRepository,
  ) {}

  add({ tenantId, keyId = NO_KEY, at, failed, charged }: AnsweredCall): void {
    this.merge({
      tenantId,
      keyId,
      day: utcDay(at),
      requests: 1,
      errors: failed ? 1 : 0,
      charged: charged ? 1 : 0,
    });
  }

  /** Resolves when everything counted before is in the database. What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    const written = this.writing.then(() => this.write());
    this.writing = written.catch(() => undefined);
    await written;
  }

  private async write(): Promise<void> {
    const counts = [...this.pending.values()];
    this.pending = new Map();
    for (let start = 0; start < counts.length; start += BATCH) {
      try {
        await this.tenantDb.runSystem((tx) => this.counts.add(tx, counts.slice(start, start + BATCH)));
      } catch (error) {
        for (const count of counts.slice(start)) this.merge(count);
        throw error;
      }
    }
  }

  private merge(count: CallCount): void {
    const name = `${count.tenantId} ${count.keyId} ${count.day}`;
    const known = this.pending.get(name);
    if (known === undefined) {
      this.pending.set(name, { ...count });
      return;
    }
    known.requests += count.requests;
    known.errors += count.errors;
    known.charged += count.charged;
  }
}
