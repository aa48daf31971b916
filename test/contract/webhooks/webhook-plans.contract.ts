import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { DeliveryLogRepository } from '../../../libs/webhooks/delivery-log/delivery-log.repository.js';
import { DeliveryQueueRepository } from '../../../libs/webhooks/delivery/delivery-queue.repository.js';
import { WebhookSystemRepository } from '../../../libs/webhooks/scheduling/webhook-system.repository.js';
import { WebhooksRepository } from '../../../libs/webhooks/registration/webhooks.repository.js';
import { explained } from '../../support/database/explained.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const TENANTS = 150;
const ENDPOINTS_EACH = 20;
/** Of every endpoint, but one that has many more. */
const DELIVERIES_EACH = 10;
const DELIVERIES_OF_ONE = 15_000;

const tenantNumber = (i: number): TenantId => tenantId(`tenant-${String(i).padStart(3, '0')}`);
/** The identifier of the j-th endpoint of the i-th tenant, in SQL. */
const ENDPOINT = `md5(i || '/' || j)::uuid`;
const TENANT = tenantNumber(7);
const NOW = new Date('2026-06-01');
const ID = newUuid();

const FILL_ENDPOINTS = `
  WITH tried AS (
    INSERT INTO webhook_attempts (tenant_id, delivery_id, number, attempted_at, latency_ms)
    SELECT $1, md5(i || '/' || n)::uuid, n % 3, now(), 5 FROM generate_series(1, 100) n, (SELECT $2::int AS i) tenant),
  made AS (
    INSERT INTO webhooks (tenant_id, id, name, url, fingerprint, events, secret, created_at, updated_at)
    SELECT $1, ${ENDPOINT}, 'w' || j, 'https://example.com/' || j, decode(md5(j::text), 'hex'), '{memory.created}',
           'sealed', now(), now()
      FROM (SELECT $2::int AS i, j FROM generate_series(1, $3::int) j) endpoints)
  INSERT INTO webhook_states (tenant_id, webhook_id, status, secret_key_id, disabled_reason)
  SELECT $1, ${ENDPOINT}, 'active', CASE WHEN i % 50 = 0 THEN 'previous' ELSE 'present' END,
         CASE WHEN j = 1 AND i % 10 = 0 THEN 'failed' END
    FROM (SELECT $2::int AS i, j FROM generate_series(1, $3::int) j) endpoints`;

/** One in twenty is pending; of one endpoint many are. */
const FILL_DELIVERIES = `
  INSERT INTO webhook_deliveries
    (tenant_id, id, webhook_id, event_id, event, status, next_attempt_at, created_at, updated_at)
  SELECT 'tenant-' || lpad(i::text, 3, '0'), gen_random_uuid(), ${ENDPOINT}, gen_random_uuid(), 'memory.created',
         CASE WHEN pending THEN 'pending' WHEN n % 9 = 0 THEN 'failed' ELSE 'delivered' END,
         CASE WHEN pending THEN timestamptz '2026-05-31' + n * interval '1 minute' END,
         timestamptz '2026-05-01' + n * interval '1 minute', now()
    FROM (SELECT i, j, n, (i + j + n) % 20 = 0 AS pending
            FROM generate_series(0, $1::int - 1) i, generate_series(1, $2::int) j,
                 LATERAL generate_series(1, CASE WHEN i = 7 AND j = 1 THEN $4::int ELSE $3::int END) n) deliveries`;

const deliveries = new DeliveryLogRepository();
const queue = new DeliveryQueueRepository();
const webhooks = new WebhooksRepository();
const system = new WebhookSystemRepository();
const firstPage = { limit: 51, offset: 0, after: undefined };
const attempt = { id: ID, number: 1, status: 'delivered', step: 1, nextAttemptAt: null, statusCode: 200 } as const;
const settled = { ...attempt, error: null, at: NOW, latencyMs: 5, response: 'ok' };

const FIRST_ENDPOINTS = { after: undefined, limit: 500 };
const NEXT_ENDPOINTS = { after: { tenantId: TENANT, webhookId: ID }, limit: 500 };

type Work = (tx: EntityManager, webhook: string) => Promise<unknown>;

const OF_A_TENANT: [string, string, Work][] = [
  ['the claim', 'webhook_deliveries_due', (tx, id) => queue.due(tx, TENANT, id, { now: NOW, inHand: [ID], limit: 50 })],
  ['the result of attempts', 'webhook_deliveries_pk', (tx) => queue.settle(tx, TENANT, [settled])],
  ['cancellation', 'webhook_deliveries_due', (tx, id) => queue.cancel(tx, TENANT, id, 1_000)],
  ['the end of a log', 'webhook_deliveries_(list|status)', (tx, id) => queue.forget(tx, TENANT, id, 1_000)],
  ['removal', 'webhook_deliveries_pk', (tx) => queue.remove(tx, TENANT, [ID])],
  ['the fan-out', 'webhook_states_pk', (tx) => webhooks.active(tx, TENANT)],
  ['the list of webhooks', 'webhooks_pk', (tx) => webhooks.list(tx, TENANT)],
  ['one webhook, locked', 'webhooks_pk', (tx, id) => webhooks.lock(tx, TENANT, id)],
  ['the list', 'webhook_deliveries_list', (tx, id) => deliveries.page(tx, TENANT, id, undefined, firstPage)],
  ['a list by status', 'webhook_deliveries_status', (tx, id) => deliveries.page(tx, TENANT, id, 'failed', firstPage)],
  [
    'a list beyond a cursor',
    'webhook_deliveries_list',
    (tx, id) =>
      deliveries.page(tx, TENANT, id, undefined, { ...firstPage, after: { page: 2, createdAt: NOW, id: ID } }),
  ],
  ['a total', 'webhook_deliveries_(list|status)', (tx, id) => deliveries.total(tx, TENANT, id, undefined, 10_000)],
  ['a total by status', 'webhook_deliveries_status', (tx, id) => deliveries.total(tx, TENANT, id, 'delivered', 10_000)],
  ['the log of one', 'webhook_attempts_pk', (tx) => deliveries.attempts(tx, TENANT, ID)],
];

const OF_ALL_TENANTS: [string, string, Work][] = [
  ['the sweep', 'webhook_deliveries_due', (tx) => system.waitingEndpoints(tx, NOW, FIRST_ENDPOINTS)],
  ['the next part of a sweep', 'webhook_deliveries_due', (tx) => system.waitingEndpoints(tx, NOW, NEXT_ENDPOINTS)],
  ['retention', 'webhook_deliveries_age', (tx) => system.outdated(tx, new Date('2026-05-01T00:05'), 500)],
  ['the renewal of secrets', 'webhook_states_previous_secret', (tx) => system.sealedWith(tx, 'previous', 500)],
];

describe.each(DATABASES)('webhooks in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let webhook: string;

  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
    for (let i = 0; i < TENANTS; i++) {
      await tenantDb.run(tenantNumber(i), (tx) => tx.query(FILL_ENDPOINTS, [tenantNumber(i), i, ENDPOINTS_EACH]));
    }
    const sizes = [TENANTS, ENDPOINTS_EACH, DELIVERIES_EACH, DELIVERIES_OF_ONE];
    await tenantDb.runSystem((tx) => tx.query(FILL_DELIVERIES, sizes));
    const [made] = await tenantDb.runSystem((tx) => tx.query<{ id: string }[]>(`SELECT md5('7/1')::uuid AS id`));
    webhook = made?.id ?? '';
    await opened.analyze();
  }, 180_000);
  afterAll(() => opened.close());

  it.each(OF_A_TENANT)('serve %s by an index', async (_name, index, work) => {
    const plan = await tenantDb.run(TENANT, (tx) => explained(tx, (spy) => work(spy, webhook)));
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?(using|on) ${index}`));
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it.each(OF_ALL_TENANTS)('serve %s over all tenants by an index', async (_name, index, work) => {
    const plan = await tenantDb.runSystem((tx) => explained(tx, (spy) => work(spy, webhook)));
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}`));
    expect(plan).not.toMatch(/Seq Scan on webhook_deliveries/);
  });

  it('step from endpoint to endpoint, whatever is pending for one of them', async () => {
    const plan = await tenantDb.runSystem((tx) =>
      explained(tx, (spy) => system.waitingEndpoints(spy, NOW, FIRST_ENDPOINTS)),
    );
    expect(plan).toMatch(/Index Cond: \(ROW\(tenant_id, webhook_id\) > ROW\(e_1\.tenant_id, e_1\.webhook_id\)\)/);
  });
});
