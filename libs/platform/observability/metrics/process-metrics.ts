import { collectDefaultMetrics } from 'prom-client';
import type { Metrics } from './metrics.js';

/** What Node.js tells of the process: processor, memory, event loop, garbage collection. Once a process. */
export function measureProcess(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry });
}
