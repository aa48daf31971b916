import { Injectable } from '@nestjs/common';
import { inStep, Metrics } from '@mneme/platform/observability';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is asked of an index. */
export type IndexOperation = 'upsert' | 'remove' | 'search' | 'terms' | 'vectors' | 'count' | 'erase';

/** What an index holds in memory now. */
export interface CacheSize {
  readonly tenants: number;
  readonly bytes: number;
}

/** Metrics and traces of the vector index. */
@Injectable()
export class VectorIndexMetrics {
  private readonly durations;
  private readonly cacheSearches;

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'mneme_vector_index_duration_seconds',
      'Time of a call to the vector index',
      BUCKETS_SECONDS,
      ['operation', 'result'],
    );
    this.cacheSearches = metrics.counter(
      'mneme_index_cache_searches_total',
      'Searches of the index, by what answered them: its copy in memory, or the vector store',
      ['source'],
    );
  }

  /** A search where a cache is in use. */
  searched(source: 'memory' | 'store'): void {
    this.cacheSearches.inc({ source });
  }

  /** Has the size of the cache reported. */
  watch(size: () => CacheSize): void {
    const tenants = this.metrics.gauge('mneme_index_cache_tenants', 'Tenants whose index is held in memory');
    const bytes = this.metrics.gauge('mneme_index_cache_bytes', 'What they take together, of INDEX_CACHE_MB');
    this.metrics.beforeCollect(() => {
      const now = size();
      tenants.set(now.tenants);
      bytes.set(now.bytes);
    });
  }

  /** Runs a call, notes how long it took, and makes it a step of the trace under way. */
  async timed<T>(operation: IndexOperation, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const note = (result: 'ok' | 'failed'): void => {
      this.durations.observe({ operation, result }, (performance.now() - startedAt) / 1_000);
    };
    try {
      const answer = await inStep(`vector index ${operation}`, {}, call);
      note('ok');
      return answer;
    } catch (error) {
      note('failed');
      throw error;
    }
  }
}
