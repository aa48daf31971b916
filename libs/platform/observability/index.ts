export { HealthDegradations } from './health-degradations.js';
export { DependencyChecks, type DependencyState } from './health/dependency-checks.js';
export { failureText } from './logged-error.js';
export { createLogger, NestLogger } from './logger.js';
export { Metrics } from './metrics/metrics.js';
export { MetricsModule } from './metrics/metrics.module.js';
export { collectForGroup } from './metrics/process-group.js';
export { measureProcess } from './metrics/process-metrics.js';
export { currentTraceparent, inSpan, inStep } from './tracing/span.js';
