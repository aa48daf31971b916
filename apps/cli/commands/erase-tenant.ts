import { createHash } from 'node:crypto';
import { TenantErasureService, type ErasureStatus } from '@mneme/platform/erasure';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { CommandFailed } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { startProgress } from '../progress.js';
import { tenantArgument } from '../arguments/arguments.js';
import { requireTenant } from '../arguments/existing-tenant.js';

const LOOK_MS = 200;

/** `mneme tenants erase`. */
export const defineErase: DefineCommand = (tenants, run) => {
  tenants
    .command('erase')
    .argument('<tenant>', 'identifier of the tenant', tenantArgument)
    .option('--yes', 'delete it; without this the command says what there is, and deletes nothing')
    .description(
      'delete a tenant wholly and for good: memories, vectors, keys, webhooks, usage; after an interruption it goes on',
    )
    .action((tenant: TenantId, { yes = false }: { yes?: boolean }) =>
      run((context) => (yes ? erase(context, tenant) : refuse(context, tenant)), { anyModel: true }),
    );
};

/** @throws CommandFailed always: nothing is deleted without a word of consent */
async function refuse(context: CommandContext, tenant: TenantId): Promise<never> {
  const { io, asJson } = context;
  const contents = await context.app.get(TenantErasureService).contents(tenant);
  if (sumOf(contents) === 0) await requireTenant(context, tenant);
  const held = Object.entries(contents).filter(([, count]) => count > 0);
  io.out.write(asJson ? `${JSON.stringify({ tenantId: tenant, contents }, null, 2)}\n` : `${table(held)}\n`);
  io.err.write(`Nothing was deleted. All of this is deleted for good with: mneme tenants erase ${tenant} --yes\n`);
  throw new CommandFailed();
}

async function erase(context: CommandContext, tenant: TenantId): Promise<CommandResult> {
  const { app, io } = context;
  const erasures = app.get(TenantErasureService);
  const contents = await erasures.contents(tenant);
  const isUnderWay = await erasures.isUnderWay(tenant);
  if (sumOf(contents) === 0 && !isUnderWay) {
    await erasures.finish(tenant);
    const last = await erasures.lastCompleted(tenant);
    if (last !== undefined) return proof(tenant, last, contents);
    await requireTenant(context, tenant);
  }
  if (isUnderWay) io.err.write('An erasure that did not come to its end goes on where it stood.\n');
  const { id, deleted } = await erasures.begin(tenant);
  const ended = await followed(context, tenant, id, sumOf(contents) + sumOf(deleted));
  if (ended?.status !== 'completed') {
    io.err.write('Interrupted. The service does the rest; the same command goes on with it.\n');
    throw new CommandFailed();
  }
  return proof(tenant, ended, contents);
}

/** Works on it, or shows how far the process that does has come. */
async function followed(
  { app, io }: CommandContext,
  tenant: TenantId,
  id: string,
  total: number,
): Promise<ErasureStatus | undefined> {
  const erasures = app.get(TenantErasureService);
  const progress = startProgress(io, 'deleting', total);
  let shown: string | null = null;
  const show = ({ deleted, problem }: ErasureStatus): void => {
    progress.at(sumOf(deleted));
    if (problem !== null && problem !== shown) io.err.write(`${problem}\n`);
    shown = problem;
  };
  const timer = setInterval(() => {
    erasures.status(tenant, id).then(
      (status) => status && show(status),
      () => undefined,
    );
  }, LOOK_MS);
  try {
    await erasures.finish(tenant, io.signal);
  } finally {
    clearInterval(timer);
    progress.stop();
  }
  return erasures.status(tenant, id);
}

/** An erasure ends only where a last pass has found every table and index empty. */
function proof(
  tenant: TenantId,
  { id, startedAt, endedAt, deleted }: ErasureStatus,
  contents: Readonly<Record<string, number>>,
): CommandResult {
  const jobId = formatId('job', id);
  const tenantHash = createHash('sha256').update(tenant).digest('hex');
  const places = [...new Set([...Object.keys(contents), ...Object.keys(deleted)])];
  const rows = places.map((place) => ({ place, deleted: deleted[place] ?? 0, left: 0 }));
  const lines = table(
    rows.map((row) => [row.place, row.deleted] as const),
    ' deleted, 0 left',
  );
  const kept = `Kept as proof: ${jobId}, SHA-256 of the tenant ${tenantHash}, ended ${endedAt?.toISOString() ?? ''}.`;
  return {
    json: { jobId, tenantHash, startedAt, endedAt, places: rows },
    text: `${lines}\nTenant ${tenant} is erased. ${kept}`,
  };
}

function table(rows: readonly (readonly [place: string, count: number])[], unit = ''): string {
  const width = Math.max(0, ...rows.map(([place]) => place.length));
  const digits = Math.max(0, ...rows.map(([, count]) => String(count).length));
  return rows.map(([place, count]) => `${place.padEnd(width)}  ${String(count).padStart(digits)}${unit}`).join('\n');
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
