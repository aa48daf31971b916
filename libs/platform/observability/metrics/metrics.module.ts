import { Global, Module } from '@nestjs/common';
import { Degradations } from '../degradations.js';
import { Dependencies } from '../health/dependencies.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/** Offers Metrics, Degradations and Dependencies everywhere, and GET /metrics. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Degradations, Dependencies, Metrics],
  exports: [Degradations, Dependencies, Metrics],
})
export class MetricsModule {}
