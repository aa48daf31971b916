import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import type { CommandContext } from '../command.js';

type Application = Pick<CommandContext, 'app'>;

/**
 * A slip of the pen must not make a tenant, nor look like one that is empty.
 * @throws DomainError notFound that says how to make one
 */
export async function requireTenant({ app }: Application, tenant: TenantId): Promise<void> {
  if (!(await app.get(TenantsService).exists(tenant))) throw noSuchTenant(tenant, `mneme tenants create ${tenant}`);
}

/** The same for a command that makes it where `--create-tenant` says so. */
export async function requireOrCreateTenant(context: Application, tenant: TenantId, create: boolean): Promise<void> {
  const tenants = context.app.get(TenantsService);
  if (create) await tenants.ensure(tenant);
  else if (!(await tenants.exists(tenant))) throw noSuchTenant(tenant, '--create-tenant');
}

function noSuchTenant(tenant: TenantId, howToMakeIt: string): DomainError {
  const message = `tenant ${tenant} not found (${howToMakeIt} makes it, mneme tenants list shows all)`;
  return new DomainError('notFound', [{ message }]);
}
