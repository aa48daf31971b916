import { Global, Module } from '@nestjs/common';
import { Broadcast } from './broadcast.js';
import { RedisConnections } from './redis-connections.js';

/** Offers Redis everywhere, also where there is none: `configured` and `open` tell. Needs AppConfig and Metrics. */
@Global()
@Module({ providers: [RedisConnections, Broadcast], exports: [RedisConnections, Broadcast] })
export class RedisModule {}
