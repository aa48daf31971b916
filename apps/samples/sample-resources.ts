import { type ApiKeyDto, ApiKeyRevoked, ApiKeysService } from '@mneme/keys';
import { MemoryDeletionService } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import { parseId } from '@mneme/platform/ids';
import { Outbox } from '@mneme/platform/outbox';
import { WebhookDeliveriesService, WebhooksService } from '@mneme/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TEST_TENANT } from './test-tenant.js';

/** The ids that the examples of the OpenAPI document name. */
const KEY = uuidOf('key', '01kaj3w5m8f5zrj0q7f8t1x2ya');
const KEY_TO_REVOKE = uuidOf('key', '01kaj3w5m8f5zrj0q7f8t1x2yb');
const WEBHOOK = uuidOf('wh', '01kaj3w5m8f5zrj0q7f8t1x2ya');
const WEBHOOK_TO_DELETE = uuidOf('wh', '01kaj3w5m8f5zrj0q7f8t1x2yb');
const DELIVERY = uuidOf('dlv', '01kaj3w5m8f5zrj0q7f8t1x2ya');
const JOB = uuidOf('job', '01kaj3w5m8f5zrj0q7f8t1x2ya');

/** By its definition no name server knows it (RFC 2606): nothing is ever sent. */
const NOWHERE = 'https://mneme.invalid/hooks';
/** Nothing matches. */
const NO_DRAFTS = { type: 'working', tags: ['draft'], createdTo: '2025-12-31' } as const;

/**
 * Gives the test tenant what the examples of the API reference are about, besides memories: two keys that no one has, two
 * webhooks that lead nowhere, a delivery that was never sent, and a deletion of nothing.
 */
export async function seedResources(app: INestApplicationContext): Promise<void> {
  await app.get(TenantDb).run(TEST_TENANT, async (tx) => {
    const key = await addKeys(app.get(ApiKeysService), tx);
    await addWebhooks(app.get(WebhooksService), tx);
    await addDelivery(app, tx, key);
  });
  await app.get(MemoryDeletionService).begin(TEST_TENANT, JOB, NO_DRAFTS);
}

/** @returns the one to revoke */
async function addKeys(keys: ApiKeysService, tx: EntityManager): Promise<ApiKeyDto> {
  const add = async (name: string, id: string): Promise<ApiKeyDto> => {
    const input = { name, environment: 'development', scopes: ['read:memories'] } as const;
    const { key } = await keys.add(tx, TEST_TENANT, { ...input, scopes: [...input.scopes] }, id);
    return key;
  };
  await add('sample key', KEY);
  return add('sample key to revoke', KEY_TO_REVOKE);
}

async function addWebhooks(webhooks: WebhooksService, tx: EntityManager): Promise<void> {
  const webhook = { url: NOWHERE, events: [ApiKeyRevoked.name], secret: 'a secret of the samples' };
  await webhooks.add(tx, TEST_TENANT, { ...webhook, name: 'sample webhook' }, WEBHOOK);
  const other = { ...webhook, name: 'sample webhook to delete', status: 'inactive' } as const;
  await webhooks.add(tx, TEST_TENANT, other, WEBHOOK_TO_DELETE);
}

/** Canceled before its first attempt, so that the webhook has no failure. The event is kept: it can be sent again. */
async function addDelivery(app: INestApplicationContext, tx: EntityManager, key: ApiKeyDto): Promise<void> {
  const [eventId] = await app.get(Outbox).add(tx, TEST_TENANT, ApiKeyRevoked, [key]);
  if (eventId === undefined) throw new Error('no handler wants the event of the samples');
  const ids = { id: DELIVERY, webhookId: WEBHOOK, eventId };
  await app.get(WebhookDeliveriesService).addCanceled(tx, TEST_TENANT, ids, ApiKeyRevoked.name);
}

function uuidOf(prefix: string, suffix: string): string {
  const uuid = parseId(prefix, `${prefix}_${suffix}`);
  if (uuid === undefined) throw new Error(`${prefix}_${suffix} is no identifier`);
  return uuid;
}
