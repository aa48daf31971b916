import type { FollowedChanges } from '../vector-index/followed-changes.js';
import type { VectorIndexMetrics } from '../vector-index/vector-index-metrics.js';

export interface InMemoryOptions {
  /** Of all tenants together: 256 MB are about 78,000 passages of `builtin`, 150,000 of `builtin-fast`. */
  readonly mostBytes: number;
  /** Where other processes write to the store too. */
  readonly changes?: FollowedChanges;
  readonly metrics?: Pick<VectorIndexMetrics, 'searched' | 'watch'>;
}
