import { TenantsService } from '@mneme/usage';
import type { PlanName, TenantId } from '@mneme/platform';
import type { DefineCommand } from '../command.js';
import { planArgument, tenantArgument } from './arguments.js';

export const defineTenants: DefineCommand = (program, run) => {
  const tenants = program.command('tenants').description('tenants and their plans');
  tenants
    .command('create')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .option('--plan <plan>', 'free, pro or enterprise (default: DEFAULT_PLAN)', planArgument)
    .description('make a tenant')
    .action((tenant: TenantId, { plan }: { plan?: PlanName }) =>
      run(async ({ app, installation }) => {
        const chosen = plan ?? installation.config.defaultPlan;
        await app.get(TenantsService).create(tenant, chosen);
        return { json: { tenantId: tenant, plan: chosen }, text: `Tenant ${tenant} has the plan ${chosen}.` };
      }),
    );
  tenants
    .command('list')
    .description('list all tenants')
    .action(() =>
      run(async ({ app }) => {
        const all = await app.get(TenantsService).list();
        return { json: { tenants: all }, text: all.map(({ tenantId, plan }) => `${tenantId}  ${plan}`).join('\n') };
      }),
    );
  tenants
    .command('set-plan')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .argument('<plan>', 'free, pro or enterprise', planArgument)
    .description("change a tenant's plan")
    .action((tenant: TenantId, plan: PlanName) =>
      run(async ({ app }) => {
        await app.get(TenantsService).setPlan(tenant, plan);
        return { json: { tenantId: tenant, plan }, text: `Tenant ${tenant} has the plan ${plan}.` };
      }),
    );
};
