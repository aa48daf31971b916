import { Injectable } from '@nestjs/common';
import { Metrics } from '@mneme/platform/observability';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metrics of indexing. */
@Injectable()
export class IndexMetrics {
  private readonly lags;
  private readonly memories;

  constructor(metrics: Metrics) {
    this.lags = metrics.histogram(
      'mneme_index_lag_seconds',
      'Time from the commit of a write until searches find it, where no sweep had to help',
      BUCKETS_SECONDS,
    );
    this.memories = metrics.counter('mneme_indexed_memories_total', 'Memories by what became of their indexing', [
      'by',
      'result',
    ]);
  }

  /** @param ms from the commit, where the write itself saw to it */
  found(by: 'write' | 'sweep', memories: number, ms?: number): void {
    this.memories.inc({ by, result: 'ok' }, memories);
    if (ms !== undefined) this.lags.observe(ms / 1_000);
  }

  failed(by: 'write' | 'sweep', memories: number): void {
    this.memories.inc({ by, result: 'failed' }, memories);
  }
}
