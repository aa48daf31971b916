import { DomainError } from '../errors/domain-error.js';

const RETRY_AFTER_SECONDS = 5;

/** How many pieces of work may be waiting or under way at once in this process. */
export interface ConcurrencyLimits {
  /** Over all keys; left out: no limit of their own. */
  readonly all?: number;
  /** So that one tenant, or one endpoint, does not keep out the others. */
  readonly ofOne: number;
}

/** What a limiter refuses with: the reason, and when to try again. */
export function tooMuch(reason: string): DomainError {
  return DomainError.rateLimited(`${reason}; try again in ${RETRY_AFTER_SECONDS} s`, RETRY_AFTER_SECONDS);
}

/** Refuses work that would wait too long, and says when to try again. */
export class ConcurrencyLimiter {
  private readonly under = new Map<string, number>();
  private total = 0;

  /** @param refusal the message, to which the time to wait is added */
  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly refusal: string,
  ) {}

  /** @param key whose work it is. @throws DomainError rateLimited */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { all = Infinity, ofOne } = this.limits;
    if (this.total >= all || (this.under.get(key) ?? 0) >= ofOne) {
      throw tooMuch(this.refusal);
    }
    this.count(key, 1);
    return work().finally(() => {
      this.count(key, -1);
    });
  }

  private count(key: string, change: number): void {
    const left = (this.under.get(key) ?? 0) + change;
    if (left === 0) this.under.delete(key);
    else this.under.set(key, left);
    this.total += change;
  }
}
