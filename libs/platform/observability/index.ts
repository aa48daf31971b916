export { Degradations } from './degradations.js';
export { Dependencies, type DependencyState } from './health/dependencies.js';
export { failureText } from './logged-error.js';
export { createLogger, NestLogger } from './logger.js';
export { Metrics } from './metrics/metrics.js';
export { MetricsModule } from './metrics/metrics.module.js';
export { measureProcess } from './metrics/process-metrics.js';
export { currentTraceparent, inSpan, inStep } from './tracing/span.js';
