import { Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** Offers the Clock everywhere. */
@Global()
@Module({ providers: [Clock], exports: [Clock] })
export class ClockModule {}
