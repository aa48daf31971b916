import { Global, Module } from '@nestjs/common';
import { Degradations } from '../degradations.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';

/** Offers Metrics and Degradations everywhere, and GET /metrics. */
@Global()
@Module({ controllers: [MetricsController], providers: [Degradations, Metrics], exports: [Degradations, Metrics] })
export class MetricsModule {}
