import type { INestApplicationContext } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { formatId, type TenantId } from '@mneme/platform/ids';
import { Outbox, OutboxRelay } from '@mneme/platform/outbox';
import { WebhookDeliveriesService, WebhooksService } from '@mneme/webhooks';
import { DeliveryClaimsService } from '../../../libs/webhooks/delivery/delivery-claims.service.js';
import { DeliveryDispatcher } from '../../../libs/webhooks/delivery/delivery-dispatcher.js';
import {
  WebhookSystemRepository,
  type EndpointKey,
} from '../../../libs/webhooks/scheduling/webhook-system.repository.js';
import { WebhookMaintenanceJob } from '../../../libs/webhooks/operations/webhook-maintenance.job.js';
import { eventually } from '../../support/eventually.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { freshTenant, ThingMade } from '../../support/database/outbox-bed.js';
import { openProcess, SetClock } from '../../support/webhooks/delivery-process.js';
import { verified, WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const HOUR = 3_600_000;
const NOTHING = { reports: [], inHand: [] };

describe.each(DATABASES)('deliveries in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let app: INestApplicationContext;
  let clock: SetClock;
  let receiver: WebhookReceiver;
  let tenant: TenantId;
  let webhookId: string;
  let uuid: string;
  const happen = async (...names: string[]): Promise<void> => {
    const things = names.map((name) => ({ name, sequence: 1 }));
    await app.get(TenantDb).run(tenant, (tx) => app.get(Outbox).add(tx, tenant, ThingMade, things));
    while (await app.get(OutboxRelay).sweep());
  };
  const deliveries = async () => (await app.get(WebhookDeliveriesService).page(tenant, webhookId, {})).deliveries;
  const attempted = async (attempts: number) =>
    eventually(async () => {
      const [delivery] = await deliveries();
      expect(delivery).toMatchObject({ attempts });
      return delivery!;
    });
  const held = () =>
    app.get(DeliveryClaimsService).settleAndClaim({ tenantId: tenant, webhookId: uuid }, { ...NOTHING, limit: 10 });

  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  beforeEach(async () => {
    clock = new SetClock();
    app = await openProcess(opened, clock);
    receiver = await WebhookReceiver.start();
    tenant = freshTenant();
    const input = { name: 'r', url: receiver.url(), events: ['thing.made'], secret: 'a secret' };
    const webhook = await app.get(WebhooksService).create(tenant, input);
    uuid = webhook.id;
    webhookId = formatId('wh', uuid);
  });
  afterEach(async () => {
    await app.close();
    await receiver.close();
  });
  afterAll(() => opened.close());

  it('are attempted ten times over three days, each when it is due and no sooner, under one webhook-id', async () => {
    receiver.answer = () => ({ status: 500 });
    await happen('a');
    const steps = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    let last = clock.now();
    for (const [at, seconds] of steps.entries()) {
      await app.get(DeliveryDispatcher).sweep();
      const { nextAttemptAt, status } = await attempted(at + 1);
      expect(status).toBe(at === 9 ? 'failed' : 'pending');
      if (nextAttemptAt === null) break;
      const pause = (nextAttemptAt.getTime() - clock.now().getTime()) / 1_000;
      const step = steps[at + 1] ?? 0;
      expect(pause).toBeGreaterThan(step * 0.8 - 3);
      expect(pause).toBeLessThan(step * 1.2 + 1);
      await app.get(DeliveryDispatcher).sweep();
      expect(receiver.received).toHaveLength(at + 1);
      expect(last.getTime()).toBeLessThanOrEqual(clock.now().getTime() + seconds);
      last = nextAttemptAt;
      clock.moveTo(nextAttemptAt);
    }
    const requests = await receiver.requests(10);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
  });

  it('make their endpoint inactive when all have failed for five days', async () => {
    receiver.answer = () => ({ status: 500 });
    await happen('a');
    for (let hours = 0; hours < 120; hours += 24) {
      await app.get(DeliveryDispatcher).sweep();
      const count = receiver.received.length;
      await eventually(async () => expect((await deliveries())[0]!.attempts).toBeGreaterThan(0));
      await happen(`after ${hours} hours`);
      await app.get(DeliveryDispatcher).sweep();
      await eventually(() => Promise.resolve(expect(receiver.received.length).toBeGreaterThan(count)));
      clock.moveBy(24 * HOUR);
    }
    await eventually(async () => {
      await app.get(DeliveryDispatcher).sweep();
      const webhook = await app.get(WebhooksService).get(tenant, webhookId);
      expect(webhook).toMatchObject({
        status: 'inactive',
        disabledReason: 'every attempt of the last five days failed',
      });
      expect((await deliveries()).filter(({ status }) => status === 'pending')).toEqual([]);
    });
  });

  it('of one endpoint are in the hands of one process, until it gives them back or has been silent for 30 s', async () => {
    const other = await openProcess(opened, clock);
    const otherClaims = other.get(DeliveryClaimsService);
    const claimOfOther = () =>
      otherClaims.settleAndClaim({ tenantId: tenant, webhookId: uuid }, { ...NOTHING, limit: 10 });
    await happen('a', 'b');
    expect((await held()).deliveries).toHaveLength(2);
    expect(await claimOfOther()).toMatchObject({ leasedUntil: undefined, deliveries: [] });
    clock.moveBy(29_000);
    expect((await claimOfOther()).deliveries).toEqual([]);
    clock.moveBy(2_000);
    expect((await claimOfOther()).deliveries).toHaveLength(2);
    expect((await held()).deliveries).toEqual([]);
    await other.close();
  });

  it('are looked for in parts, in which each endpoint with something due has its place', async () => {
    const system = app.get(WebhookSystemRepository);
    const input = { url: receiver.url(), events: ['thing.made'], secret: 'a secret' };
    const create = (name: string) => app.get(WebhooksService).create(tenant, { ...input, name });
    const ids = [uuid, (await create('s')).id, (await create('t')).id, (await create('u')).id].sort();
    await happen('a');
    await app
      .get(DeliveryClaimsService)
      .settleAndClaim({ tenantId: tenant, webhookId: ids[1]! }, { ...NOTHING, limit: 1 });
    const first = { tenantId: tenant, webhookId: '00000000-0000-0000-0000-000000000000' };
    const seen: string[] = [];
    let after: EndpointKey | undefined = first;
    let parts = 0;
    while (after?.tenantId === tenant) {
      const window: Parameters<typeof system.waitingEndpoints>[2] = { after, limit: 2 };
      const { endpoints, last } = await app
        .get(TenantDb)
        .runSystem((tx) => system.waitingEndpoints(tx, clock.now(), window));
      seen.push(...endpoints.filter(({ tenantId }) => tenantId === tenant).map(({ webhookId: id }) => id));
      after = last;
      parts += 1;
    }
    expect(seen).toEqual([ids[0], ids[2], ids[3]]);
    expect(parts).toBeGreaterThan(1);
  });

  it('that several processes sweep for are made once each', async () => {
    const others = [await openProcess(opened, clock), await openProcess(opened, clock)];
    await happen(...Array.from({ length: 60 }, (_unused, i) => `n${i}`));
    let answerAll = (): void => undefined;
    const after = new Promise<void>((resolve) => (answerAll = resolve));
    receiver.answer = () => ({ after });
    await Promise.all([app, ...others].map((each) => each.get(DeliveryDispatcher).sweep()));
    await receiver.requests(5);
    answerAll();
    await receiver.requests(60);
    await eventually(async () => {
      expect((await deliveries()).filter(({ status }) => status === 'delivered')).toHaveLength(50);
    });
    expect(receiver.mostUnderWay).toBeLessThanOrEqual(5);
    await Promise.all(others.map((each) => each.close()));
    expect(receiver.received).toHaveLength(60);
  });

  it('go to the new address with the new secret from a change on, also those that were in hand', async () => {
    let answerAll = (): void => undefined;
    const after = new Promise<void>((resolve) => (answerAll = resolve));
    receiver.answer = () => ({ after });
    await happen(...Array.from({ length: 40 }, (_unused, i) => `n${i}`));
    await app.get(DeliveryDispatcher).sweep();
    await receiver.requests(5);
    const change = { url: receiver.url('/next'), secret: 'the next secret' };
    await app.get(WebhooksService).patch(tenant, webhookId, change);
    const look = jest.spyOn(app.get(DeliveryClaimsService), 'settleAndClaim');
    await app.get(DeliveryDispatcher).run({ tenantId: tenant, webhookId: uuid });
    await eventually(() => Promise.resolve(expect(look).toHaveBeenCalled()));
    await Promise.all(look.mock.results.map(({ value }) => value as Promise<unknown>));
    answerAll();
    const moved = await receiver.requests(35, '/next');
    for (const request of moved) expect(verified(request, 'the next secret')).toBeDefined();
    await receiver.requests(5);
  });

  it('that were made are written, also where this process can no longer open the secret', async () => {
    let answerAll = (): void => undefined;
    const after = new Promise<void>((resolve) => (answerAll = resolve));
    receiver.answer = () => ({ after });
    await happen(...Array.from({ length: 80 }, (_unused, i) => `n${i}`));
    await app.get(DeliveryDispatcher).sweep();
    await receiver.requests(5);
    await app.get(TenantDb).run(tenant, (tx) => tx.query(`UPDATE webhook_states SET secret_key_id = 'another'`));
    answerAll();
    await eventually(async () => {
      const { total } = await app.get(WebhookDeliveriesService).page(tenant, webhookId, { status: 'delivered' });
      expect(total).toBe(receiver.received.length);
    });
  });

  it('are kept for 30 days, with what came back, and no longer', async () => {
    await happen('a');
    await app.get(DeliveryDispatcher).sweep();
    await attempted(1);
    const attempts = (): Promise<number> =>
      app.get(TenantDb).run(tenant, async (tx) => {
        const rows = await tx.query<unknown[]>('SELECT FROM webhook_attempts WHERE tenant_id = $1', [tenant]);
        return rows.length;
      });
    clock.moveBy(29 * 24 * HOUR);
    await app.get(WebhookMaintenanceJob).removeOutdated();
    expect([(await deliveries()).length, await attempts()]).toEqual([1, 1]);
    clock.moveBy(2 * 24 * HOUR);
    await app.get(WebhookMaintenanceJob).removeOutdated();
    expect([(await deliveries()).length, await attempts()]).toEqual([0, 0]);
  });

  it('are counted up to 10,000 in the list, which goes on with cursors', async () => {
    await app.get(TenantDb).runSystem((tx) =>
      tx.query(
        `INSERT INTO webhook_deliveries
           (tenant_id, id, webhook_id, event_id, event, status, created_at, updated_at)
         SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'thing.made', 'delivered', now(), now()
           FROM generate_series(1, 10150)`,
        [tenant, uuid],
      ),
    );
    const log = app.get(WebhookDeliveriesService);
    expect(await log.page(tenant, webhookId, { status: 'failed' })).toMatchObject({ total: 0 });
    const last = await log.page(tenant, webhookId, { page: 100, limit: 100 });
    expect(last).toMatchObject({ total: 10_000, nextCursor: expect.any(String) });
    await expect(log.page(tenant, webhookId, { page: 101, limit: 100 })).rejects.toMatchObject({ kind: 'validation' });
    const beyond = await log.page(tenant, webhookId, { cursor: last.nextCursor!, limit: 100 });
    const end = await log.page(tenant, webhookId, { cursor: beyond.nextCursor!, limit: 100 });
    expect([beyond.deliveries.length, end.deliveries.length, end.nextCursor]).toEqual([100, 50, undefined]);
  });

  it('of a webhook that is gone leave nothing behind', async () => {
    receiver.answer = () => ({ status: 500 });
    await happen('a', 'b', 'c');
    await app.get(DeliveryDispatcher).sweep();
    await receiver.requests(3);
    await app.get(WebhooksService).delete(tenant, webhookId);
    clock.moveBy(HOUR);
    await eventually(async () => {
      await app.get(DeliveryDispatcher).sweep();
      for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_states']) {
        const rows = await app.get(TenantDb).run(tenant, (tx) => tx.query<unknown[]>(`SELECT FROM ${table}`));
        expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
      }
    });
  });

  it('show the system neither endpoints nor answers', async () => {
    await happen('a');
    await app.get(DeliveryDispatcher).sweep();
    await attempted(1);
    for (const table of ['webhooks', 'webhook_attempts']) {
      expect(await app.get(TenantDb).runSystem((tx) => tx.query<unknown[]>(`SELECT FROM ${table}`))).toEqual([]);
    }
    const stranger = freshTenant();
    for (const table of ['webhooks', 'webhook_attempts', 'webhook_deliveries', 'webhook_states']) {
      expect(await app.get(TenantDb).run(stranger, (tx) => tx.query<unknown[]>(`SELECT FROM ${table}`))).toEqual([]);
    }
  });
});
