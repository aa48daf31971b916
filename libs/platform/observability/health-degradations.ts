import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics/metrics.js';

/** Parts that work without something they should have. The service is ready all the same; GET /health/ready names them. */
@Injectable()
export class HealthDegradations {
  private readonly parts = new Map<string, () => boolean>();

  constructor(metrics: Metrics) {
    const gauge = metrics.gauge('mneme_degraded', 'Whether a part does without something it should have', ['part']);
    metrics.beforeCollect(() => {
      for (const [part, isDegraded] of this.parts) gauge.set({ part }, isDegraded() ? 1 : 0);
    });
  }

  /** @param part as shown to operators: `rate limits`. @param isDegraded called by every check, so it must be cheap */
  watch(part: string, isDegraded: () => boolean): void {
    this.parts.set(part, isDegraded);
  }

  /** The parts that are degraded now. */
  now(): string[] {
    return [...this.parts].filter(([, isDegraded]) => isDegraded()).map(([part]) => part);
  }
}
