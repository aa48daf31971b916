import { Global, Module } from '@nestjs/common';
import { DependencyChecks } from '../observability/health/dependency-checks.js';
import { Broadcast } from './broadcast.js';
import { RedisConnections } from './redis-connections.js';

/** Offers Redis everywhere, also where there is none: `configured` and `open` tell. Needs AppConfig and MetricsModule. */
@Global()
@Module({ providers: [RedisConnections, Broadcast], exports: [RedisConnections, Broadcast] })
export class RedisModule {
  constructor(dependencies: DependencyChecks, connections: RedisConnections, broadcast: Broadcast) {
    if (connections.configured) {
      dependencies.watch({ name: 'redis', required: false, check: () => broadcast.check() });
    }
  }
}
