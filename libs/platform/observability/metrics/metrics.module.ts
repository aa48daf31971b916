import { Global, Module } from '@nestjs/common';
import { HealthDegradations } from '../health-degradations.js';
import { DependencyChecks } from '../health/dependency-checks.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/** Offers Metrics, HealthDegradations and DependencyChecks everywhere, and GET /metrics. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [HealthDegradations, DependencyChecks, Metrics],
  exports: [HealthDegradations, DependencyChecks, Metrics],
})
export class MetricsModule {}
