import { Logger, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Dependencies } from '../observability/health/dependencies.js';
import { acceptanceOf } from '../migrations/compatibility.js';
import { Database } from './database.js';
import { DatabaseMetrics } from './database-metrics.js';
import { TenantDb } from './tenant-db.js';

/** Offers TenantDb everywhere. The database is opened before and closed after the application. Needs MetricsModule. */
@Module({})
export class DatabaseModule implements OnModuleInit {
  private readonly logger = new Logger('Migrations');

  constructor(
    dependencies: Dependencies,
    tenantDb: TenantDb,
    private readonly database: Database,
  ) {
    dependencies.watch({ name: 'database', required: true, check: () => tenantDb.ping() });
  }

  onModuleInit(): void {
    const accepted = acceptanceOf(this.database.migrations.unknown);
    if (accepted !== undefined) this.logger.log(accepted);
  }

  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: Database, useValue: database },
        { provide: DataSource, useValue: database.dataSource },
        DatabaseMetrics,
        TenantDb,
      ],
      exports: [TenantDb],
    };
  }
}
