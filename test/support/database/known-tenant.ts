import type { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { TenantsRepository } from '../../../libs/usage/plans/tenants.repository.js';

/** Puts tenants on the list of tenants, as their first credential does. */
export async function makeKnown(db: TenantDb, ...tenants: TenantId[]): Promise<void> {
  const repository = new TenantsRepository();
  for (const tenant of tenants) await db.run(tenant, (tx) => repository.insertIfNew(tx, tenant, 'pro'));
}
