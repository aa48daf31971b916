import { DomainError, type TenantId } from '@mneme/platform';

const RETRY_AFTER_SECONDS = 5;

/** How many pieces of work may be waiting or under way at once. */
export interface AdmissionLimits {
  readonly all: number;
  /** So that one tenant does not keep out the others. */
  readonly ofATenant: number;
}

/** Who would wait too long is told to come again. */
export class Admissions {
  private readonly under = new Map<TenantId, number>();
  private total = 0;

  constructor(private readonly limits: AdmissionLimits) {}

  /** @throws DomainError rateLimited */
  async run<T>(tenant: TenantId, work: () => Promise<T>): Promise<T> {
    const mine = this.under.get(tenant) ?? 0;
    if (this.total >= this.limits.all || mine >= this.limits.ofATenant) {
      const message = 'too many analyses are waiting; X-RateLimit-Retry-After says when to come again';
      throw DomainError.rateLimited(message, RETRY_AFTER_SECONDS);
    }
    this.count(tenant, 1);
    return work().finally(() => {
      this.count(tenant, -1);
    });
  }

  private count(tenant: TenantId, change: number): void {
    const left = (this.under.get(tenant) ?? 0) + change;
    if (left === 0) this.under.delete(tenant);
    else this.under.set(tenant, left);
    this.total += change;
  }
}
