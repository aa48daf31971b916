import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { UsageMetricsService, type DailyCalls } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import type { ApiKey } from './api-key.entity.js';
import { ApiKeysRepository } from './api-keys.repository.js';

/** A key and the calls that were made with it or with a token made from it. */
export interface ApiKeyUsage {
  readonly key: ApiKey;
  /** One for each UTC day, oldest first, zeros included. */
  readonly daily: readonly DailyCalls[];
}

/** How much a key was used; also one that is revoked or has expired. */
@Injectable()
export class ApiKeyUsageService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
    private readonly usage: UsageMetricsService,
  ) {}

  /**
   * @param days how many UTC days, today included
   * @throws DomainError notFound for every id that is none of the tenant's
   */
  async of(tenant: TenantId, keyId: string, days: number): Promise<ApiKeyUsage> {
    const id = parseId('key', keyId);
    const key = id === undefined ? null : await this.tenantDb.run(tenant, (tx) => this.keys.find(tx, tenant, id));
    if (key === null) throw DomainError.notFound('API key');
    return { key, daily: await this.usage.daily(tenant, key.id, days) };
  }
}
