import { Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Database } from './database.js';
import { TenantDb } from './tenant-db.js';

/** Offers TenantDb everywhere. The database is opened before and closed after the application. */
@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: DataSource, useValue: database.dataSource }, TenantDb],
      exports: [TenantDb],
    };
  }
}
