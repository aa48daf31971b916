import { isDrift, MemoryRecountService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { tenantArgument } from '../arguments/arguments.js';
import { chosenTenants } from '../arguments/chosen-tenants.js';

export const defineRecount: DefineCommand = (program, run) => {
  program
    .command('recount')
    .option('--tenant <tenant>', 'only this tenant; all where left out', tenantArgument)
    .description('recount the memories and correct quotas and totals; the service does so every night')
    .action(({ tenant }: { tenant?: TenantId }) => run((context) => recount(context, tenant)));
};

async function recount(context: CommandContext, only: TenantId | undefined): Promise<CommandResult> {
  const { app, io } = context;
  const tenants = await chosenTenants(context, only);
  const repaired: object[] = [];
  let counted = 0;
  for (const tenantId of tenants) {
    if (io.signal.aborted) break;
    const { quota, totals } = await app.get(MemoryRecountService).recount(tenantId, true);
    if (isDrift(quota) || isDrift(totals)) repaired.push({ tenantId, quota, totals });
    counted += 1;
  }
  return { json: { tenants: counted, repaired }, text: `${counted} tenants counted, ${repaired.length} set right.` };
}
