import { TenantErasureService, type ErasureStatus } from '@mneme/platform/erasure';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { TenantsService } from './tenants.service.js';

/** Erases a tenant when it asks for it. */
@Injectable()
export class TenantRemovalService {
  constructor(
    private readonly tenants: TenantsService,
    private readonly erasures: TenantErasureService,
  ) {}

  /**
   * Shuts the tenant out and has everything deleted that it has, in the background. Asked again, it is the same erasure.
   * @throws DomainError notFound where there is no such tenant
   */
  async remove(tenant: TenantId): Promise<ErasureStatus> {
    const isKnown = (await this.erasures.isUnderWay(tenant)) || (await this.tenants.exists(tenant));
    if (!isKnown) throw DomainError.notFound('tenant');
    return this.erasures.begin(tenant);
  }
}
