import { Global, Module } from '@nestjs/common';
import { Degradations } from '../degradations.js';
import { Dependencies } from '../health/dependencies.js';
import { WarmUp } from '../../warm-up/warm-up.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/** Offers Metrics, Degradations, Dependencies and WarmUp everywhere, and GET /metrics. */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Degradations, Dependencies, Metrics, WarmUp],
  exports: [Degradations, Dependencies, Metrics, WarmUp],
})
export class MetricsModule {}
