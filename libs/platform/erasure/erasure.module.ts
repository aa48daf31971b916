import { Global, Module } from '@nestjs/common';
import { ErasureRun } from './erasure-run.js';
import { ErasureWatch } from './erasure-watch.js';
import { ErasuresRepository } from './erasures.repository.js';
import { TenantErasers } from './tenant-erasers.js';
import { TenantErasureService } from './tenant-erasure.service.js';
import { TenantTablesRepository } from './tenant-tables.repository.js';

/** Offers the erasure of tenants everywhere. Needs ConfigModule, DatabaseModule, JobsModule and RedisModule. */
@Global()
@Module({
  providers: [
    ErasureRun,
    ErasureWatch,
    ErasuresRepository,
    TenantErasers,
    TenantErasureService,
    TenantTablesRepository,
  ],
  exports: [TenantErasers, TenantErasureService, TenantTablesRepository],
})
export class ErasureModule {}
