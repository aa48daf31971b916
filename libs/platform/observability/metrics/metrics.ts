import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SingleFlight } from '../../concurrency/single-flight.js';

/** Prometheus gives up after 10 s: what cannot be looked up by then must not hide the rest. */
const COLLECT_MS = 2_500;

/**
 * What the process tells Prometheus at GET /metrics. A part makes its counters once, in its constructor:
 *
 *     this.refused = metrics.counter('mneme_rate_limited_total', 'Requests that were refused', ['scope']);
 *
 * Names start with `mneme_` and end with their unit (`_seconds`, `_bytes`) or `_total`. A label has few values, known
 * beforehand: never a tenant, key, address or identifier.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly collectors: SingleFlight[] = [];

  counter<T extends string>(name: string, help: string, labels: readonly T[] = []): Counter<T> {
    return new Counter({ name, help, labelNames: labels, registers: [this.registry] });
  }

  gauge<T extends string>(name: string, help: string, labels: readonly T[] = []): Gauge<T> {
    return new Gauge({ name, help, labelNames: labels, registers: [this.registry] });
  }

  /** @param buckets upper bounds, in the unit of the name */
  histogram<T extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly T[] = [],
  ): Histogram<T> {
    return new Histogram({ name, help, buckets: [...buckets], labelNames: labels, registers: [this.registry] });
  }

  /**
   * Work before each reading, for values that are looked up and not counted. What fails or takes over 2.5 s keeps the
   * last values.
   */
  beforeCollect(work: () => void | Promise<void>): void {
    this.collectors.push(new SingleFlight(work, COLLECT_MS));
  }

  /** Everything, in Prometheus's text format. */
  async text(): Promise<string> {
    await Promise.all(this.collectors.map((collector) => collector.outcome()));
    return this.registry.metrics();
  }
}
