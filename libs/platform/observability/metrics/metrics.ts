import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { SingleFlight } from '../../concurrency/single-flight.js';
import { ProcessGroup } from './process-group.js';

/** Prometheus gives up after 10 s: what cannot be looked up by then must not hide the rest. */
const COLLECT_MS = 2_500;

type Reading = MetricObjectWithValues<MetricValue<string>>;

/** A registry of which another process can ask for a reading: the values of each process stay apart, by their label. */
class ReadableRegistry extends Registry {
  constructor(private readonly collect: () => Promise<void>) {
    super();
  }

  override async getMetricsAsJSON(): Promise<Reading[]> {
    await this.collect();
    const metrics = await super.getMetricsAsJSON();
    // Labels tell the processes apart: nothing is summed up, and nothing has to be left out.
    return metrics.map((metric) => Object.assign({}, metric, { aggregator: 'sum' }));
  }
}

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
  readonly registry: Registry = new ReadableRegistry(() => this.collect());
  private readonly collectors: SingleFlight[] = [];
  private group: ProcessGroup | undefined;

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

  /** Everything, in Prometheus's text format; of all processes where several serve one port, each with its number. */
  async text(): Promise<string> {
    const all = await this.group?.text().catch((error: unknown) => {
      // What does not answer, such as a process that is starting, must not hide the rest.
      new Logger(Metrics.name).warn(`metrics of this process alone: ${String(error)}`);
    });
    if (typeof all === 'string') return all;
    await this.collect();
    return this.registry.metrics();
  }

  /** From now on `text` tells of all processes that serve this port: in one that the first process has started. */
  joinGroup(): void {
    this.group = new ProcessGroup(this.registry);
  }

  private async collect(): Promise<void> {
    await Promise.all(this.collectors.map((collector) => collector.outcome()));
  }
}
