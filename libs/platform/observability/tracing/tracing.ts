import type { TracingConfig } from '../../config/app-config.js';
import type { Tracing } from './export-traces.js';

const OFF: Tracing = { close: () => Promise.resolve() };

/** Begins to trace where a collector is configured. Else nothing is loaded, and nothing is ever sent. */
export async function startTracing(config: TracingConfig | undefined): Promise<Tracing> {
  if (config === undefined) return OFF;
  const { exportTraces } = await import('./export-traces.js');
  return exportTraces(config);
}
