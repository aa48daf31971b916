import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Dependencies } from '../observability/health/dependencies.js';
import type { Database } from './database.js';
import { DatabaseMetrics } from './database-metrics.js';
import { TenantDb } from './tenant-db.js';

/** Offers TenantDb everywhere. The database is opened before and closed after the application. Needs MetricsModule. */
@Module({})
export class DatabaseModule {
  constructor(dependencies: Dependencies, tenantDb: TenantDb) {
    dependencies.watch({ name: 'database', required: true, check: () => tenantDb.ping() });
  }

  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DataSource, useValue: database.dataSource }, DatabaseMetrics, TenantDb],
      exports: [TenantDb],
    };
  }
}
