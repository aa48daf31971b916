import { DomainError, type TenantId } from '@mneme/platform';
import { TenantsService } from '@mneme/usage';
import type { CommandContext } from '../command.js';

/**
 * The tenants that a command works on: all, oldest first, or the one that was named.
 * @throws DomainError notFound where there is no such tenant: doing nothing with success would hide a slip of the pen
 */
export async function chosenTenants({ app }: CommandContext, only: TenantId | undefined): Promise<TenantId[]> {
  const tenants = (await app.get(TenantsService).list()).map(({ tenantId }) => tenantId);
  if (only === undefined) return tenants;
  if (!tenants.includes(only)) throw DomainError.notFound('tenant');
  return [only];
}
