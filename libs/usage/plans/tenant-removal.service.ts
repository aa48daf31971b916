import { TenantErasureService, type ErasureStatus } from '@mneme/platform/erasure';
import { DomainError, unlessErased } from '@mneme/platform/errors';
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
    const erasure =
      (await this.erasures.underWay(tenant)) ??
      (await unlessErased(this.begin(tenant))) ??
      // Another request has begun it since.
      (await this.erasures.underWay(tenant));
    if (erasure === undefined) throw DomainError.notFound('tenant');
    return erasure;
  }

  private async begin(tenant: TenantId): Promise<ErasureStatus | undefined> {
    return (await this.tenants.exists(tenant)) ? this.erasures.begin(tenant) : undefined;
  }
}
