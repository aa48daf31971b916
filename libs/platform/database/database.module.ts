import { Logger, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppConfig } from '../config/app-config.js';
import { DependencyChecks } from '../observability/health/dependency-checks.js';
import { acceptanceOf } from '../migrations/compatibility.js';
import { WarmUp } from '../warm-up/warm-up.js';
import { Database } from './database.js';
import { DatabaseFiles } from './database-files.js';
import { DatabaseMetrics } from './database-metrics.js';
import { TenantDb } from './tenant-db.js';
import { TenantFence } from './tenant-fence.js';

/** Connections that are opened before the first request. */
const FIRST_CONNECTIONS = 4;

/** Offers TenantDb everywhere. The database is opened before and closed after the application. Needs MetricsModule and WarmUpModule. */
@Module({})
export class DatabaseModule implements OnModuleInit {
  private readonly logger = new Logger('Migrations');

  constructor(
    dependencies: DependencyChecks,
    warmUp: WarmUp,
    tenantDb: TenantDb,
    { databasePool, postgres }: AppConfig,
    private readonly database: Database,
  ) {
    const check = database.embedded ? () => answersOrWorks(database, tenantDb) : () => tenantDb.ping();
    dependencies.watch({ name: 'database', required: true, check });
    const connections = postgres === undefined ? 1 : Math.min(FIRST_CONNECTIONS, databasePool);
    warmUp.addStep('database', () => Promise.all(Array.from({ length: connections }, () => tenantDb.ping())));
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
        DatabaseFiles,
        DatabaseMetrics,
        TenantDb,
        TenantFence,
      ],
      exports: [DatabaseFiles, TenantDb, TenantFence],
    };
  }
}

const LOOK_MS = 50;

/** An engine with one connection that works on a statement within its time is not asked: the question would wait for it. */
async function answersOrWorks(database: Database, tenantDb: TenantDb): Promise<void> {
  if (database.atWork) return;
  let timer: NodeJS.Timeout | undefined;
  const works = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (database.atWork) resolve();
    }, LOOK_MS);
  });
  await Promise.race([tenantDb.ping(), works]).finally(() => {
    clearInterval(timer);
  });
}
