import { TenantDb } from '@mneme/platform/database';
import { TenantsService } from '@mneme/usage';
import { Injectable } from '@nestjs/common';
import { ApiKeysRepository } from './api-keys.repository.js';
import { KeyHasher } from '../hashing/key-hasher.js';

/** What a change of KEY_PEPPER has still to reach: numbers of keys that are neither revoked nor expired. */
export interface PepperState {
  /** Need KEY_PEPPER_PREVIOUS. */
  readonly previous: number;
  /** Need a pepper that is not configured: they no longer work. */
  readonly lost: number;
  /** Made before this was recorded and not used since: they may need either. */
  readonly unrecorded: number;
}

/** Over all tenants, for those who run the service. */
@Injectable()
export class KeyPeppersService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly keys: ApiKeysRepository,
    private readonly tenants: TenantsService,
    private readonly hasher: KeyHasher,
  ) {}

  async state(): Promise<PepperState> {
    const { pepperId, previousPepperId } = this.hasher;
    const state = { previous: 0, lost: 0, unrecorded: 0 };
    for (const { tenantId } of await this.tenants.list()) {
      const now = new Date();
      const counts = await this.tenantDb.run(tenantId, (tx) => this.keys.countByPepper(tx, tenantId, now));
      for (const [id, keys] of Object.entries(counts)) {
        if (id === '') state.unrecorded += keys;
        else if (id === previousPepperId) state.previous += keys;
        else if (id !== pepperId) state.lost += keys;
      }
    }
    return state;
  }
}
