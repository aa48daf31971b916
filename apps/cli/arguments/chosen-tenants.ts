import type { TenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import type { CommandContext } from '../command.js';
import { requireTenant } from './existing-tenant.js';

/**
 * The tenants that a command works on: all, oldest first, or the one that was named.
 * @throws DomainError notFound where there is no such tenant
 */
export async function chosenTenants(context: CommandContext, only: TenantId | undefined): Promise<TenantId[]> {
  if (only === undefined) return (await context.app.get(TenantsService).list()).map(({ tenantId }) => tenantId);
  await requireTenant(context, only);
  return [only];
}
