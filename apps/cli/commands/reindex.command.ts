import { MemoryIndexService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform';
import { TenantsService } from '@mneme/usage';
import { CommandFailed } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from './arguments.js';

export const defineReindex: DefineCommand = (program, run) => {
  program
    .command('reindex')
    .option('--tenant <tenant>', 'only this tenant; all where left out', tenantArgument)
    .description('index every memory anew from the records; an interrupted run is finished by the service')
    .action(({ tenant }: { tenant?: TenantId }) => run((context) => reindex(context, tenant), { anyModel: true }));
};

async function reindex(context: CommandContext, only: TenantId | undefined): Promise<CommandResult> {
  const { app, io } = context;
  const index = app.get(MemoryIndexService);
  const tenants = only === undefined ? (await app.get(TenantsService).list()).map((tenant) => tenant.tenantId) : [only];
  let queued = 0;
  for (const tenant of tenants) queued += await index.reindex(tenant);
  const progress = startProgress(io, 'indexing', queued);
  let state = await index.state();
  while (state.waiting > 0 && !io.signal.aborted) {
    await index.sweep();
    state = await index.state();
    progress.at(queued - state.waiting);
  }
  progress.stop();
  if (state.dead > 0) {
    io.err.write(`${state.dead} memories could not be indexed; mneme doctor says more.\n`);
    throw new CommandFailed();
  }
  return {
    json: { tenants: tenants.length, reindexed: queued },
    text: `${queued} memories of ${tenants.length} tenants indexed.`,
  };
}
