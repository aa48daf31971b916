import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IndexRebuildService, IndexAdminService, ModelChangeService, type ModelChange } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { TenantsService } from '@mneme/usage';
import { CommandFailed, UsageError } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from '../arguments/arguments.js';
import { chosenTenants } from '../arguments/chosen-tenants.js';
import { remakeFeatures } from './remake-features.js';

interface ReindexOptions {
  readonly tenant?: TenantId;
  readonly model?: string;
  readonly abort?: true;
  readonly failed?: true;
  readonly features?: true;
}

export const defineReindex: DefineCommand = (program, run) => {
  program
    .command('reindex')
    .option('--tenant <tenant>', 'only this tenant; all where left out', tenantArgument)
    .option('--model <model>', 'change to this model, as in EMBEDDING_MODEL, while searches go on')
    .option('--abort', 'end a change of the model that has not switched yet')
    .option('--failed', 'only what was given up on')
    .option('--features', 'only what decision chains and patterns are made from; also with --tenant')
    .description(
      'index every memory again from the records; after an interruption the same command continues where it stopped',
    )
    .action((options: ReindexOptions) => {
      const named = Object.keys(options).filter((name) => name !== 'json');
      const both = named.length === 2 && options.features === true && options.tenant !== undefined;
      if (named.length > 1 && !both) {
        throw new UsageError(
          '--tenant, --model, --abort, --failed and --features exclude each other, but for --features with --tenant.',
        );
      }
      return run((context) => reindex(context, options), { anyModel: true });
    });
};

async function reindex(context: CommandContext, options: ReindexOptions): Promise<CommandResult> {
  if (options.model !== undefined) return changeModel(context, options.model);
  if (options.abort === true) return abortChange(context);
  const index = context.app.get(IndexAdminService);
  if (options.failed === true) return indexQueued(context, await index.retryDead());
  if (options.features !== true && options.tenant === undefined) return refill(context);
  const tenants = await chosenTenants(context, options.tenant);
  if (options.features === true) return remakeFeatures(context, tenants);
  let queued = 0;
  for (const tenant of tenants) queued += await index.reindex(tenant);
  return indexQueued(context, queued);
}

/** Indexes everything again. A killed command loses nothing: the service, or the same command, continues where it stopped. */
async function refill(context: CommandContext): Promise<CommandResult> {
  const { app, io } = context;
  const work = app.get(IndexRebuildService);
  const index = app.get(IndexAdminService);
  if (await work.begin()) io.err.write('A run that did not come to its end goes on where it stood.\n');
  const progress = startProgress(io, 'indexing', await records(app));
  let state = await work.progress();
  while ((!state.queuedAll || state.waiting > 0) && !io.signal.aborted) {
    const more = [await index.sweep(), await work.step()];
    if (!more.includes(true)) await pause(50);
    state = await work.progress();
    progress.at(state.queued - state.waiting);
  }
  progress.stop();
  await index.settle();
  return finished(context, state.queued, { open: !state.queuedAll || state.waiting > 0, dead: state.dead });
}

async function indexQueued(context: CommandContext, queued: number): Promise<CommandResult> {
  const { app, io } = context;
  const index = app.get(IndexAdminService);
  const progress = startProgress(io, 'indexing', queued);
  let state = await index.state();
  while (state.waiting > 0 && !io.signal.aborted) {
    if (!(await index.sweep())) await pause(50);
    state = await index.state();
    progress.at(queued - state.waiting);
  }
  progress.stop();
  await index.settle();
  return finished(context, queued, { open: state.waiting > 0, dead: state.dead });
}

function finished({ io }: CommandContext, queued: number, state: { open: boolean; dead: number }): CommandResult {
  if (state.open) {
    io.err.write('Interrupted. The service does the rest; the same command goes on with it.\n');
    throw new CommandFailed();
  }
  if (state.dead > 0) {
    io.err.write(`${state.dead} memories could not be indexed; mneme doctor says more.\n`);
    throw new CommandFailed();
  }
  return { json: { reindexed: queued }, text: `${queued} memories indexed.` };
}

async function changeModel(context: CommandContext, name: string): Promise<CommandResult> {
  const { app, io } = context;
  const changes = app.get(ModelChangeService);
  const wanted = await changes.begin(name.startsWith('.') ? resolve(io.cwd, name) : name);
  const change = await followChange(context);
  if (change !== undefined) {
    const why = change.dead > 0 ? `${change.dead} memories could not be indexed (mneme doctor). ` : '';
    io.err.write(`${why}The change is not at its end. The same command goes on with it, --abort ends it.\n`);
    throw new CommandFailed();
  }
  const { current } = changes;
  if (current !== wanted) {
    io.err.write(`The change was ended meanwhile (--abort): searches use ${current} as before.\n`);
    throw new CommandFailed();
  }
  return { json: { model: current }, text: `Searches use ${current}. Set EMBEDDING_MODEL=${name} for the next start.` };
}

async function abortChange(context: CommandContext): Promise<CommandResult> {
  const changes = context.app.get(ModelChangeService);
  const aborted = await changes.abort();
  if (aborted) await followChange(context);
  const text = aborted ? `The change is ended, searches use ${changes.current} as before.` : 'No change is under way.';
  return { json: { aborted, model: changes.current }, text };
}

/** @returns what is left of the change; undefined where it has come to its end */
async function followChange({ app, io }: CommandContext): Promise<ModelChange | undefined> {
  const changes = app.get(ModelChangeService);
  const index = app.get(IndexAdminService);
  const progress = startProgress(io, 'new model', await records(app));
  const shown = new Set<string>();
  let change = await changes.progress();
  while (change?.dead === 0 && !io.signal.aborted) {
    for (const problem of change.problems.filter((text) => !shown.has(text))) io.err.write(`${problem}\n`);
    for (const problem of change.problems) shown.add(problem);
    const more = [await index.sweep(), await changes.step()];
    if (!more.includes(true)) await pause(100);
    change = await changes.progress();
    if (change?.state === 'building') progress.at(change.queued - change.waiting);
  }
  progress.stop();
  return change;
}

async function records(app: CommandContext['app']): Promise<number> {
  const index = app.get(IndexAdminService);
  let total = 0;
  for (const { tenantId } of await app.get(TenantsService).list()) total += (await index.counts(tenantId)).records;
  return total;
}
