import { DomainError } from '@mneme/platform';

/** To one endpoint, beside its deliveries. */
const MOST_TESTS = 2;
const RETRY_AFTER_SECONDS = 5;

/** The tests that wait or are being sent, by endpoint. Who asks for more is told to come again. */
export class TestsUnderWay {
  private readonly counts = new Map<string, number>();

  /** @throws DomainError rateLimited */
  async run<T>(webhookId: string, work: () => Promise<T>): Promise<T> {
    if ((this.counts.get(webhookId) ?? 0) >= MOST_TESTS) {
      const message = `${MOST_TESTS} tests of this webhook are under way; X-RateLimit-Retry-After says when to come again`;
      throw DomainError.rateLimited(message, RETRY_AFTER_SECONDS);
    }
    this.count(webhookId, 1);
    return work().finally(() => {
      this.count(webhookId, -1);
    });
  }

  private count(webhookId: string, change: number): void {
    const left = (this.counts.get(webhookId) ?? 0) + change;
    if (left === 0) this.counts.delete(webhookId);
    else this.counts.set(webhookId, left);
  }
}
