import { TenantErasers, type ErasureBeginning } from '@mneme/platform/erasure';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiKeyLookup } from './api-key-lookup.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyRevocations } from './key-revocations.js';
import { KeyUses } from './key-uses.js';

/** Has every key of a tenant revoked by the request that begins its erasure; their rows go later, as those of all tables. */
@Injectable()
export class ApiKeysEraser {
  constructor(
    erasers: TenantErasers,
    lookup: ApiKeyLookup,
    uses: KeyUses,
    private readonly keys: ApiKeysRepository,
    private readonly revocations: KeyRevocations,
  ) {
    erasers.atBegin((tx, tenant) => this.revokeAll(tx, tenant));
    erasers.onForget((tenant) => {
      lookup.forgetTenant(tenant);
      uses.discard(tenant);
    });
  }

  private async revokeAll(tx: EntityManager, tenant: TenantId): Promise<ErasureBeginning> {
    await this.keys.revokeAll(tx, tenant, new Date());
    const keyIds = (await this.keys.list(tx, tenant)).map(({ keyId }) => keyId);
    return { afterCommit: () => Promise.all(keyIds.map((id) => this.revocations.announce(id))) };
  }
}
