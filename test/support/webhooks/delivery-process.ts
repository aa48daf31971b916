import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClockModule, Clock } from '@mneme/platform/clock';
import { ConfigModule, type AppConfig } from '@mneme/platform/config';
import { DatabaseModule } from '@mneme/platform/database';
import { ErasureModule } from '@mneme/platform/erasure';
import { IdempotencyModule } from '@mneme/platform/idempotency';
import { JobsModule } from '@mneme/platform/jobs';
import { MetricsModule } from '@mneme/platform/observability';
import { OutboxModule } from '@mneme/platform/outbox';
import { RedisModule } from '@mneme/platform/redis';
import { WarmUpModule } from '@mneme/platform/warm-up';
import { webhooksFeature } from '@mneme/webhooks';
import type { OpenDatabase } from '../database/open-database.js';
import { ThingMade } from '../database/outbox-bed.js';

/** A clock that only its test moves. */
export class SetClock {
  private ahead = 0;
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }
  moveTo(time: Date): void {
    this.ahead = time.getTime() - Date.now() + 1;
  }
  moveBy(ms: number): void {
    this.ahead += ms;
  }
}

const CONFIG = {
  workers: false,
  databasePool: 4,
  secrets: { secretsKey: Buffer.alloc(32, 7).toString('base64') },
  previousSecrets: {},
  webhookAllowedCidrs: ['127.0.0.0/8'],
  webhookAllowHttp: true,
} as unknown as AppConfig;

@Module({})
class ProcessModule {}

/** One process of an application that has webhooks and one kind of event. Nothing runs but what the test asks for. */
export async function openProcess({ database }: OpenDatabase, clock: SetClock): Promise<INestApplicationContext> {
  const { module, eventHandlers = [], jobs = [] } = webhooksFeature;
  const imports = [
    ConfigModule.forRoot(CONFIG),
    ClockModule,
    DatabaseModule.forRoot(database),
    MetricsModule,
    WarmUpModule,
    RedisModule,
    IdempotencyModule,
    JobsModule.forRoot(CONFIG, jobs),
    ErasureModule,
    OutboxModule.forRoot({ events: [ThingMade], handlers: eventHandlers }),
    module,
  ];
  const root = { module: ProcessModule, imports };
  const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
  app.get(Clock).now = () => clock.now();
  return app;
}
