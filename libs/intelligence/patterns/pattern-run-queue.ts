import { Injectable } from '@nestjs/common';
import { ConcurrencyLimiter, SerialQueue } from '@mneme/platform/concurrency';
import { callerSignal } from '@mneme/platform/context';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';

/** Who comes later waits longer than anybody likes to: about 10 s where every tenant has 100,000 memories. */
const LIMITS = { all: 8, ofOne: 3 };
export const TOO_MANY_PATTERNS = `too many analyses: a tenant can have ${LIMITS.ofOne} waiting or under way, all together ${LIMITS.all}`;

/** One analysis of a whole tenant after the other: what a run reads is in memory only while it runs. */
@Injectable()
export class PatternRunQueue {
  private readonly limiter = new ConcurrencyLimiter(LIMITS, TOO_MANY_PATTERNS);
  private readonly queue = new SerialQueue();

  /** @throws DomainError rateLimited; callerGone where its client has hung up before its turn */
  async run<T>(tenant: TenantId, work: () => Promise<T>): Promise<T> {
    return this.limiter.run(tenant, () => {
      const caller = callerSignal();
      return this.queue.run(() => {
        if (caller?.aborted === true) throw DomainError.callerGone();
        return work();
      });
    });
  }
}
