import { InvalidArgumentError, Option } from 'commander';
import { ApiKeysService } from '@mneme/keys';
import type { TenantId } from '@mneme/platform/ids';
import { dateTime } from '@mneme/platform/validation';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { listArgument, tenantArgument } from '../arguments/arguments.js';
import { requireOrCreateTenant, requireTenant } from '../arguments/existing-tenant.js';

interface CreateOptions {
  readonly tenant: TenantId;
  readonly name: string;
  readonly scopes?: string[];
  readonly environment?: 'development' | 'production';
  readonly expiresAt?: Date;
  readonly createTenant?: true;
}

interface TenantOption {
  readonly tenant: TenantId;
}

export const defineKeys: DefineCommand = (program, run) => {
  const keys = program.command('keys').description('API keys of a tenant');
  keys
    .command('create')
    .requiredOption('--tenant <tenant>', 'tenant of the key', tenantArgument)
    .requiredOption('--name <name>', 'unique among its active keys')
    .option('--scopes <a,b>', 'read:memories and write:memories where left out', listArgument)
    .addOption(
      new Option(
        '--environment <environment>',
        'production where left out; with the embedded database development',
      ).choices(['development', 'production']),
    )
    .option('--expires-at <date>', 'ISO 8601 date, or date and time with a zone; never where left out', dateArgument)
    .option('--create-tenant', 'make the tenant where there is none of this name')
    .description('make a key; it is shown this once')
    .action((options: CreateOptions) => run((context) => create(context, options)));
  keys
    .command('list')
    .requiredOption('--tenant <tenant>', 'tenant of the keys', tenantArgument)
    .description('list keys, newest first')
    .action(({ tenant }: TenantOption) => run((context) => list(context, tenant)));
  keys
    .command('revoke')
    .argument('<key>', 'identifier: key_…')
    .requiredOption('--tenant <tenant>', 'tenant of the key', tenantArgument)
    .description('end a key for good')
    .action((keyId: string, { tenant }: TenantOption) => run((context) => revoke(context, tenant, keyId)));
};

async function create(context: CommandContext, options: CreateOptions): Promise<CommandResult> {
  const { app, installation } = context;
  const { tenant, createTenant = false, ...input } = options;
  const environment = installation.config.postgres === undefined ? 'development' : 'production';
  await requireOrCreateTenant(context, tenant, createTenant);
  const { key, plainKey } = await app.get(ApiKeysService).create(tenant, { environment, ...input });
  return {
    json: Object.assign(key, { plainKey }),
    text: `${plainKey}\n${key.id}  ${key.scopes.join(',')}  (the key is shown this once)`,
  };
}

async function list(context: CommandContext, tenant: TenantId): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const keys = await context.app.get(ApiKeysService).list(tenant);
  const lines = keys.map(
    (key) => `${key.id}  ${key.status.padEnd(7)}  ${key.environment.padEnd(11)}  ${key.keyPrefix}…  ${key.name}`,
  );
  return { json: { keys }, text: lines.join('\n') };
}

function dateArgument(value: string): Date {
  const [fault] = dateTime().faults(value, 'it');
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return new Date(value);
}

async function revoke(context: CommandContext, tenant: TenantId, keyId: string): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const key = await context.app.get(ApiKeysService).revoke(tenant, keyId);
  return { json: key, text: `${key.id} is ${key.status}.` };
}
