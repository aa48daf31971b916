import { MemoryDefaultsService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { InvalidArgumentError } from 'commander';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { tenantArgument } from '../arguments/arguments.js';
import { requireTenant } from '../arguments/existing-tenant.js';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;
/** A hundred years of 365 days, as for a memory. */
const MAX_SECONDS = 3_153_600_000;
/** What times are printed in, the largest first. */
const PRINTED = ['d', 'h', 'm', 's'] as const;

export const defineSetDefaults: DefineCommand = (tenants, run) => {
  tenants
    .command('set-defaults')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .option('--working-ttl <time>', 'how long working memories live: 30m, 12h, 7d; off: for ever', lifetimeArgument)
    .description('set what memories get that do not say it themselves; without an option: show it')
    .action((tenant: TenantId, { workingTtl }: { workingTtl?: number | 'off' }) =>
      run((context) => setDefaults(context, tenant, workingTtl)),
    );
};

async function setDefaults(
  context: CommandContext,
  tenant: TenantId,
  workingTtl?: number | 'off',
): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const defaults = context.app.get(MemoryDefaultsService);
  if (workingTtl !== undefined) await defaults.setWorkingTtl(tenant, workingTtl === 'off' ? undefined : workingTtl);
  const seconds = await defaults.workingTtl(tenant);
  const lifetime = seconds === undefined ? 'do not expire by themselves' : `expire after ${printed(seconds)}`;
  return {
    json: { tenantId: tenant, workingTtlSeconds: seconds ?? null },
    text: `Tenant ${tenant}: working memories ${lifetime}.`,
  };
}

/** In seconds. */
function lifetimeArgument(value: string): number | 'off' {
  if (value === 'off') return value;
  const [, count = '', unit = 's'] = /^(\d{1,10})([smhdw])$/.exec(value) ?? [];
  const seconds = count === '' ? NaN : Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds >= 1 && seconds <= MAX_SECONDS) return seconds;
  throw new InvalidArgumentError('it must be a number and s, m, h, d or w, such as 7d, from 1s to 100 years; or off');
}

function printed(seconds: number): string {
  const unit = PRINTED.find((each) => seconds % SECONDS[each] === 0) ?? 's';
  return `${seconds / SECONDS[unit]}${unit}`;
}
