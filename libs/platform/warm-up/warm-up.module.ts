import { Global, Module } from '@nestjs/common';
import { WarmUp } from './warm-up.js';

/** Offers WarmUp everywhere. Needs MetricsModule. */
@Global()
@Module({ providers: [WarmUp], exports: [WarmUp] })
export class WarmUpModule {}
