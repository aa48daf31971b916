import { Injectable } from '@nestjs/common';
import { DomainError, type TenantId } from '@mneme/platform';

/** Who comes later waits longer than anybody likes to: about 10 s where every tenant has 100,000 memories. */
const LONGEST_QUEUE = 8;
/** So that one tenant does not keep out the others. */
const MOST_OF_A_TENANT = 3;
const RETRY_AFTER_SECONDS = 5;

/**
 * One analysis of a whole tenant after the other: what a run reads is in memory only while it runs. Who would wait too
 * long is told to come again.
 */
@Injectable()
export class AnalysisTurns {
  private readonly waiting = new Map<TenantId, number>();
  private total = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** @throws DomainError rateLimited */
  async run<T>(tenant: TenantId, work: () => Promise<T>): Promise<T> {
    const mine = this.waiting.get(tenant) ?? 0;
    if (this.total >= LONGEST_QUEUE || mine >= MOST_OF_A_TENANT) {
      const message = 'too many analyses are waiting; X-RateLimit-Retry-After says when to come again';
      throw DomainError.rateLimited(message, RETRY_AFTER_SECONDS);
    }
    this.count(tenant, 1);
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done.finally(() => {
      this.count(tenant, -1);
    });
  }

  private count(tenant: TenantId, change: number): void {
    const left = (this.waiting.get(tenant) ?? 0) + change;
    if (left === 0) this.waiting.delete(tenant);
    else this.waiting.set(tenant, left);
    this.total += change;
  }
}
