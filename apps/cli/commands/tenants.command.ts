import { TenantsService } from '@mneme/usage';
import type { PlanName, TenantId } from '@mneme/platform';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { planArgument, tenantArgument } from './arguments.js';

export const defineTenants: DefineCommand = (program, run) => {
  const tenants = program.command('tenants').description('tenants and their plans');
  tenants
    .command('create')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .option('--plan <plan>', 'free, pro or enterprise (default: DEFAULT_PLAN)', planArgument)
    .description('make a tenant')
    .action((tenant: TenantId, { plan }: { plan?: PlanName }) => run((context) => create(context, tenant, plan)));
  tenants
    .command('list')
    .description('list all tenants')
    .action(() => run(list));
  tenants
    .command('set-plan')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .argument('<plan>', 'free, pro or enterprise', planArgument)
    .description("change a tenant's plan")
    .action((tenant: TenantId, plan: PlanName) => run((context) => setPlan(context, tenant, plan)));
};

async function create(context: CommandContext, tenant: TenantId, plan?: PlanName): Promise<CommandResult> {
  const chosen = plan ?? context.installation.config.defaultPlan;
  await context.app.get(TenantsService).create(tenant, chosen);
  return described(tenant, chosen);
}

async function list({ app }: CommandContext): Promise<CommandResult> {
  const tenants = await app.get(TenantsService).list();
  return { json: { tenants }, text: tenants.map(({ tenantId, plan }) => `${tenantId}  ${plan}`).join('\n') };
}

async function setPlan({ app }: CommandContext, tenant: TenantId, plan: PlanName): Promise<CommandResult> {
  await app.get(TenantsService).setPlan(tenant, plan);
  return described(tenant, plan);
}

function described(tenantId: TenantId, plan: PlanName): CommandResult {
  return { json: { tenantId, plan }, text: `Tenant ${tenantId} has the plan ${plan}.` };
}
