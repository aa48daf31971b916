import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, type AppConfig } from '@mneme/platform/config';
import { DatabaseModule, TenantDb } from '@mneme/platform/database';
import { ErasureModule, TenantErasers, TenantErasureService } from '@mneme/platform/erasure';
import { JobsModule } from '@mneme/platform/jobs';
import { MetricsModule } from '@mneme/platform/observability';
import { RedisModule } from '@mneme/platform/redis';
import { WarmUpModule } from '@mneme/platform/warm-up';
import type { OpenDatabase } from './open-database.js';

@Module({})
class BedModule {}

/** The erasure of tenants as one process of an application has it; nothing runs but what the test asks for. */
export class ErasureBed {
  private constructor(
    readonly app: INestApplicationContext,
    readonly tenantDb: TenantDb,
    readonly erasures: TenantErasureService,
    readonly erasers: TenantErasers,
  ) {}

  /** @param alone false: as where other processes may use the database */
  static async open({ database }: OpenDatabase, alone = true): Promise<ErasureBed> {
    const config = { workers: false, databasePool: 2, ...(alone ? {} : { postgres: {} }) } as unknown as AppConfig;
    const imports = [
      ConfigModule.forRoot(config),
      DatabaseModule.forRoot(database),
      MetricsModule,
      WarmUpModule,
      RedisModule,
      JobsModule.forRoot({ redis: undefined }, []),
      ErasureModule,
    ];
    const root = { module: BedModule, imports };
    const app = await NestFactory.createApplicationContext(root, { logger: false, abortOnError: false });
    return new ErasureBed(app, app.get(TenantDb), app.get(TenantErasureService), app.get(TenantErasers));
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}
