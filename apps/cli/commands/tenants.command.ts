import { MAX_LIMITS, planOfRecord, TenantsService, type PlanLimits, type PlanOverrides } from '@mneme/usage';
import type { PlanName } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { integerArgument, planArgument, tenantArgument } from '../arguments/arguments.js';
import { defineErase } from './erase-tenant.js';
import { requireTenant } from '../arguments/existing-tenant.js';
import { defineSetDefaults } from './tenant-defaults.js';
import { defineSetJudge } from './tenant-judge.js';

const PLAN_CHOICE = 'free, pro, enterprise, or local: without limits';

/** Flag, number, meaning. */
const OWN_NUMBERS = [
  ['requests-per-minute', 'requestsPerMinute', 'rate at which its bucket refills'],
  ['burst', 'burst', "capacity of its bucket; with a rate and no burst: two minutes' worth"],
  ['calls-per-month', 'callsPerMonth', 'calls a UTC calendar month'],
  ['memories', 'memories', 'memories'],
  ['storage-bytes', 'storageBytes', 'bytes of content, tags and metadata'],
] as const;

export const defineTenants: DefineCommand = (program, run) => {
  const tenants = program.command('tenants').description('tenants and their plans');
  tenants
    .command('create')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .option('--plan <plan>', `${PLAN_CHOICE} (default: DEFAULT_PLAN)`, planArgument)
    .description('make a tenant')
    .action((tenant: TenantId, { plan }: { plan?: PlanName }) => run((context) => create(context, tenant, plan)));
  tenants
    .command('list')
    .description('list all tenants')
    .action(() => run(list));
  defineSetPlan(tenants, run);
  defineErase(tenants, run);
  defineSetDefaults(tenants, run);
  defineSetJudge(tenants, run);
};

async function create(context: CommandContext, tenant: TenantId, plan?: PlanName): Promise<CommandResult> {
  const chosen = plan ?? context.installation.config.defaultPlan;
  await context.app.get(TenantsService).create(tenant, chosen);
  return described(tenant, chosen);
}

const defineSetPlan: DefineCommand = (tenants, run) => {
  const command = tenants
    .command('set-plan')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .argument('<plan>', PLAN_CHOICE, planArgument)
    .description("change a tenant's plan; the numbers of its own, enterprise only, replace all that it had");
  for (const [flag, name, what] of OWN_NUMBERS) {
    command.option(`--${flag} <n>`, `${what} (default: the plan's)`, integerArgument(1, MAX_LIMITS[name]));
  }
  command.action((tenant: TenantId, plan: PlanName, own: PlanOverrides) => {
    if (plan !== 'enterprise' && Object.keys(own).length > 0) {
      command.error('error: only enterprise can have numbers of its own');
    }
    return run((context) => setPlan(context, tenant, plan, own));
  });
};

async function list({ app }: CommandContext): Promise<CommandResult> {
  const records = await app.get(TenantsService).list();
  const tenants = records.map((record) => {
    const { name: plan, ...limits } = planOfRecord(record);
    return { tenantId: record.tenantId, plan, createdAt: record.createdAt, limits };
  });
  const text = tenants.map(({ tenantId, plan, limits }) => `${tenantId}  ${plan}  ${rates(limits)}`).join('\n');
  return { json: { tenants }, text };
}

async function setPlan(
  context: CommandContext,
  tenantId: TenantId,
  planName: PlanName,
  own: PlanOverrides,
): Promise<CommandResult> {
  await requireTenant(context, tenantId);
  const { name: plan, ...limits } = await context.app.get(TenantsService).setPlan(tenantId, planName, own);
  return { json: { tenantId, plan, limits }, text: `Tenant ${tenantId} has the plan ${plan}: ${rates(limits)}.` };
}

function rates({ requestsPerMinute, burst, callsPerMonth }: PlanLimits): string {
  return `${requestsPerMinute} a minute, burst ${burst}, ${callsPerMonth} a month`;
}

function described(tenantId: TenantId, plan: PlanName): CommandResult {
  return { json: { tenantId, plan }, text: `Tenant ${tenantId} has the plan ${plan}.` };
}
