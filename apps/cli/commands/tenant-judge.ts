import { JudgeAccessService } from '@mneme/intelligence';
import type { TenantId } from '@mneme/platform/ids';
import { Argument } from 'commander';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { tenantArgument } from '../arguments/arguments.js';
import { requireTenant } from '../arguments/existing-tenant.js';

type Switch = 'on' | 'off';

export const defineSetJudge: DefineCommand = (tenants, run) => {
  tenants
    .command('set-judge')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .addArgument(new Argument('[switch]', 'left out: show it').choices(['on', 'off']))
    .description(
      'on: the language model of INTELLIGENCE_MODEL may judge decision chains of this tenant, which sends excerpts of its memories there',
    )
    .action((tenant: TenantId, wanted?: Switch) => run((context) => setJudge(context, tenant, wanted)));
};

async function setJudge(context: CommandContext, tenant: TenantId, wanted?: Switch): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const { app, installation } = context;
  const access = app.get(JudgeAccessService);
  if (wanted !== undefined) await access.set(tenant, wanted === 'on');
  const isOn = await access.isOn(tenant);
  const { calls, tokens } = await access.usage(tenant);
  const { judge } = installation.config;
  const model = judge === undefined ? undefined : `openai:${judge.model}`;
  const by = model === undefined ? 'INTELLIGENCE_MODEL is not set' : `by ${model}`;
  const used = `${calls} calls and ${tokens} tokens today`;
  return {
    json: { tenantId: tenant, judge: isOn ? 'on' : 'off', model: model ?? null, today: { calls, tokens } },
    text: `Tenant ${tenant}: judge ${isOn ? `on (${by})` : 'off'}, ${used}.`,
  };
}
