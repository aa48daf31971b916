import type { TenantId } from '@mneme/platform/ids';
import {
  DeliveryDto,
  WebhookDeliveriesService,
  WebhookDto,
  WebhooksService,
  type DeliveryStatus,
} from '@mneme/webhooks';
import { Option } from 'commander';
import type { CommandContext, CommandResult, DefineCommand } from '../command.js';
import { integerArgument, tenantArgument } from '../arguments/arguments.js';
import { requireTenant } from '../arguments/existing-tenant.js';

interface TenantOption {
  readonly tenant: TenantId;
}

interface DeliveriesOptions extends TenantOption {
  readonly status?: DeliveryStatus;
  readonly limit: number;
}

const STATUSES = ['pending', 'delivered', 'failed', 'canceled'];

export const defineWebhooks: DefineCommand = (program, run) => {
  const webhooks = program.command('webhooks').description('endpoints of a tenant and what was delivered to them');
  webhooks
    .command('list')
    .requiredOption('--tenant <tenant>', 'tenant of the webhooks', tenantArgument)
    .description('list webhooks, newest first')
    .action(({ tenant }: TenantOption) => run((context) => list(context, tenant)));
  webhooks
    .command('deliveries')
    .argument('<webhook>', 'identifier: wh_…')
    .requiredOption('--tenant <tenant>', 'tenant of the webhook', tenantArgument)
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--limit <n>', 'deliveries at most', integerArgument(1, 100), 20)
    .description('list deliveries, newest first')
    .action((webhook: string, options: DeliveriesOptions) => run((context) => deliveries(context, webhook, options)));
  webhooks
    .command('redeliver')
    .argument('<webhook>', 'identifier: wh_…')
    .argument('<delivery>', 'identifier: dlv_…')
    .requiredOption('--tenant <tenant>', 'tenant of the webhook', tenantArgument)
    .description('have a delivery attempted once more by the running service')
    .action((webhook: string, delivery: string, { tenant }: TenantOption) =>
      run((context) => redeliver(context, tenant, webhook, delivery)),
    );
};

async function list(context: CommandContext, tenant: TenantId): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const webhooks = (await context.app.get(WebhooksService).list(tenant)).map((webhook) => WebhookDto.from(webhook));
  const lines = webhooks.map(({ id, status, disabledReason, url, events, name }) => {
    const reason = disabledReason === null ? '' : `  (${disabledReason})`;
    return `${id}  ${status.padEnd(8)}  ${withoutQuery(url)}  ${events.join(',')}  ${name}${reason}`;
  });
  return { json: { webhooks }, text: lines.join('\n') };
}

async function deliveries(
  context: CommandContext,
  webhook: string,
  options: DeliveriesOptions,
): Promise<CommandResult> {
  const { tenant, limit } = options;
  await requireTenant(context, tenant);
  const status = options.status === undefined ? {} : { status: options.status };
  const page = await context.app.get(WebhookDeliveriesService).page(tenant, webhook, { limit, ...status });
  const found = page.deliveries.map((delivery) => DeliveryDto.from(delivery));
  const lines = found.map(({ id, createdAt, status: state, attempts, event, error, nextAttemptAt }) => {
    const next = nextAttemptAt === null ? '' : `  next ${nextAttemptAt}`;
    return `${id}  ${createdAt}  ${state.padEnd(9)}  ${attempts} attempts  ${event}  ${error ?? ''}${next}`.trimEnd();
  });
  return { json: { deliveries: found, total: page.total }, text: lines.join('\n') };
}

/** What follows the path may be a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/, '');
}

async function redeliver(
  context: CommandContext,
  tenant: TenantId,
  webhook: string,
  delivery: string,
): Promise<CommandResult> {
  await requireTenant(context, tenant);
  const again = DeliveryDto.from(await context.app.get(WebhookDeliveriesService).redeliver(tenant, webhook, delivery));
  return { json: again, text: `${again.id} is ${again.status}.` };
}
