import { RequireScope, Tenant } from '@mneme/platform/auth';
import { TenantDb } from '@mneme/platform/database';
import { integer, QueryField, tenantIdField } from '@mneme/platform/validation';
import type { TenantId } from '@mneme/platform/ids';
import type { Feature } from '@mneme/platform/installation';
import { Controller, Get, Injectable, Module, Post, Query } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

class SlowQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;

  @QueryField(integer(1, 1_000_000), { description: 'The statement joins so many rows with as many' })
  readonly rows: number;
}

/** Statements that keep the database busy: for tests of what is done about them. */
@Injectable()
class SlowStatements {
  begun = 0;
  written = 0;

  constructor(private readonly tenantDb: TenantDb) {}

  async read(tenant: TenantId, rows: number): Promise<{ pairs: number }> {
    this.begun += 1;
    return { pairs: await this.tenantDb.read(tenant, (tx) => pairs(tx, rows)) };
  }

  async write(tenant: TenantId, rows: number): Promise<{ pairs: number }> {
    this.begun += 1;
    const found = await this.tenantDb.run(tenant, (tx) => pairs(tx, rows));
    this.written += 1;
    return { pairs: found };
  }
}

async function pairs(tx: EntityManager, rows: number): Promise<number> {
  const statement = 'SELECT count(*)::float AS pairs FROM generate_series(1, $1) AS slow, generate_series(1, $1) AS x';
  const [row] = await tx.query<{ pairs: number }[]>(statement, [rows]);
  return row?.pairs ?? 0;
}

@Controller('slow')
class SlowController {
  constructor(private readonly slow: SlowStatements) {}

  @Get()
  @RequireScope('read:memories')
  async read(@Tenant() tenant: TenantId, @Query() { rows }: SlowQuery): Promise<{ pairs: number }> {
    return this.slow.read(tenant, rows);
  }

  @Post()
  @RequireScope('write:memories')
  async write(@Tenant() tenant: TenantId, @Query() { rows }: SlowQuery): Promise<{ pairs: number }> {
    return this.slow.write(tenant, rows);
  }

  @Get('counts')
  @RequireScope('read:memories')
  counts(): { begun: number; written: number } {
    const { begun, written } = this.slow;
    return { begun, written };
  }
}

@Module({ controllers: [SlowController], providers: [SlowStatements] })
class SlowModule {}

export const slowFeature: Feature = {
  module: SlowModule,
  schema: { feature: 'slow', entities: [], migrations: [] },
  scopes: [],
};
