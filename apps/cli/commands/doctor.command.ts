import { KeyPeppersService } from '@mneme/keys';
import { isDrift, IndexAdminService, MemoryRecountService, ModelChangeService } from '@mneme/memories';
import { findRowSecurityFaults } from '@mneme/platform/database';
import { TenantsService } from '@mneme/usage';
import { WebhookStatsService } from '@mneme/webhooks';
import { CommandFailed } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** An entry of the queue is normally gone within a second. */
const LATE_SECONDS = 60;

export const defineDoctor: DefineCommand = (program, run) => {
  program
    .command('doctor')
    .description('check configuration, database, row security, index, queues and webhooks')
    .action(() => run(examine));
};

async function examine(context: CommandContext): Promise<CommandResult> {
  const findings = [
    configuration(context),
    await database(context),
    await isolation(context),
    await model(context),
    await queue(context),
    await index(context),
    await quotas(context),
    ...(await webhooks(context)),
    await apiKeys(context),
  ];
  const text = findings
    .map(({ check, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'} ${check.padEnd(14)} ${detail}`)
    .join('\n');
  const result = { json: { ok: findings.every((finding) => finding.ok), findings }, text };
  if (result.json.ok) return result;
  context.io.out.write(context.asJson ? `${JSON.stringify(result.json, null, 2)}\n` : `${text}\n`);
  throw new CommandFailed();
}

function configuration({ installation: { config } }: CommandContext): Finding {
  const where = config.postgres === undefined ? `embedded in ${config.dataDir}` : 'external PostgreSQL';
  return { check: 'configuration', ok: true, detail: `${where}, model ${config.embeddingModel}` };
}

async function database({ installation }: CommandContext): Promise<Finding> {
  return { check: 'database', ok: true, detail: await installation.database.version() };
}

async function isolation({ installation }: CommandContext): Promise<Finding> {
  const faults = await findRowSecurityFaults(installation.database.dataSource);
  const detail = faults.length === 0 ? 'forced on every tenant table' : faults.join('; ');
  return { check: 'row security', ok: faults.length === 0, detail };
}

async function model({ app }: CommandContext): Promise<Finding> {
  const changes = app.get(ModelChangeService);
  const change = await changes.progress();
  if (change === undefined) return { check: 'model', ok: true, detail: changes.current };
  const { modelId, state, queued, waiting, dead, problems } = change;
  const progress = `${state} ${modelId}: ${queued} queued, ${waiting} waiting, ${dead} given up`;
  return { check: 'model', ok: dead + problems.length === 0, detail: [progress, ...problems].join('; ') };
}

async function queue({ app }: CommandContext): Promise<Finding> {
  const { waiting, dead, oldestSeconds } = await app.get(IndexAdminService).state();
  const detail = `${waiting} waiting, ${dead} given up, oldest due for ${Math.round(oldestSeconds)} s`;
  return { check: 'index queue', ok: dead === 0 && oldestSeconds < LATE_SECONDS, detail };
}

async function index({ app }: CommandContext): Promise<Finding> {
  const service = app.get(IndexAdminService);
  const tenants = await app.get(TenantsService).list();
  const different: string[] = [];
  let total = 0;
  for (const { tenantId } of tenants) {
    const { records, indexed } = await service.counts(tenantId);
    total += records;
    if (records !== indexed) different.push(`${tenantId}: ${records} records, ${indexed} indexed`);
  }
  const detail =
    different.length === 0
      ? `agrees on ${total} memories of ${tenants.length} tenants`
      : `${different.join('; ')} (mneme reindex)`;
  return { check: 'vector index', ok: different.length === 0, detail };
}

/** Counts every tenant's records as `mneme recount` does, and changes nothing. */
async function quotas({ app }: CommandContext): Promise<Finding> {
  const different: string[] = [];
  for (const { tenantId } of await app.get(TenantsService).list()) {
    const { quota, totals } = await app.get(MemoryRecountService).recount(tenantId, false);
    if (!isDrift(quota) && !isDrift(totals)) continue;
    different.push(
      `${tenantId}: ${quota.memories} memories and ${quota.bytes} bytes are missing in the quota, ${totals.memories} memories in the totals`,
    );
  }
  const detail = different.length === 0 ? 'agree with the records' : `${different.join('; ')} (mneme recount)`;
  return { check: 'quotas', ok: different.length === 0, detail };
}

async function webhooks({ app }: CommandContext): Promise<Finding[]> {
  const { waiting, oldestSeconds, disabled, previousKey, lostKey } = await app.get(WebhookStatsService).state();
  const due = `${waiting} endpoints with deliveries due, oldest for ${Math.round(oldestSeconds)} s`;
  const keys = `${previousKey} sealed with SECRETS_KEY_PREVIOUS, ${lostKey} with a key that is not known`;
  return [
    { check: 'webhooks', ok: oldestSeconds < LATE_SECONDS, detail: `${due}, ${disabled} endpoints disabled` },
    { check: 'secrets', ok: lostKey === 0, detail: keys },
  ];
}

/** Which peppers the hashes of usable keys need. */
async function apiKeys({ app }: CommandContext): Promise<Finding> {
  const { previous, lost, unrecorded } = await app.get(KeyPeppersService).state();
  const hashed = `${previous} hashed with KEY_PEPPER_PREVIOUS, ${lost} with a pepper that is not known`;
  return { check: 'api keys', ok: lost === 0, detail: `${hashed}, ${unrecorded} with one that is not recorded` };
}
