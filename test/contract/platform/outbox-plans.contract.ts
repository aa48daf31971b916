import { newUuid } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { OutboxQueueRepository } from '../../../libs/platform/outbox/outbox-queue.repository.js';
import { OutboxRepository } from '../../../libs/platform/outbox/outbox.repository.js';
import { explained } from '../../support/database/explained.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { freshTenant, OutboxBed } from '../../support/database/outbox-bed.js';

/** Statistics know nothing of the tenant, nor of the handler, that the statements are for. */
describe.each(DATABASES)('the queue of handlers in the %s database', (_, open) => {
  const FILL = `
    WITH event AS (
      INSERT INTO outbox_events (tenant_id, id, name, resource_id, sequence, data, request_id, created_at)
      SELECT $1, gen_random_uuid(), 'thing.made', 'x', 1, '{}', 'req', now() FROM generate_series(1, $3::int) RETURNING id)
    INSERT INTO outbox_handler_queue (tenant_id, event_id, handler, due_at, shared)
    SELECT $1, id, $2, now(), true FROM event`;
  const IDS = Array.from({ length: 100 }, () => newUuid());
  const [KNOWN, UNKNOWN] = [freshTenant(), freshTenant()];
  const queue = new OutboxQueueRepository();
  const events = new OutboxRepository();
  let opened: OpenDatabase;
  let bed: OutboxBed;
  beforeAll(async () => {
    opened = await open();
    bed = await OutboxBed.open(opened);
    await bed.tenantDb.run(KNOWN, (tx) => tx.query(FILL, [KNOWN, 'webhooks', 200]));
    await opened.analyze();
    await bed.tenantDb.run(UNKNOWN, (tx) => tx.query(FILL, [UNKNOWN, 'ledger', 10_000]));
  }, 120_000);
  afterAll(async () => {
    await bed.app.close();
    await opened.close();
  });

  it.each<[string, 'run' | 'runSystem', (tx: EntityManager) => Promise<unknown>]>([
    ['tenants', 'runSystem', (tx) => queue.tenants(tx, 'ledger', '', 50)],
    ['due events', 'runSystem', (tx) => queue.claim(tx, 'ledger', [UNKNOWN], 100)],
    ['events that are taken', 'run', (tx) => queue.take(tx, UNKNOWN, 'ledger', IDS)],
    ['events that failed', 'run', (tx) => queue.postpone(tx, UNKNOWN, 'ledger', { ids: IDS, reason: 'x' })],
    ['events that one handler needs no more', 'run', (tx) => events.dismiss(tx, UNKNOWN, IDS)],
  ])('finds %s by their keys', async (_what, how, work) => {
    const { tenantDb } = bed;
    const plan = (tx: EntityManager): Promise<string> => explained(tx, work);
    const text = await (how === 'run' ? tenantDb.run(UNKNOWN, plan) : tenantDb.runSystem(plan));
    expect(text).not.toMatch(/Seq Scan on (outbox_handler_queue|outbox_events)/);
    // All of the key, not its beginning with a filter.
    for (const [, key] of text.matchAll(/using outbox_(?:handler_queue|events)_pk.*\n\s+Index Cond: (.*)/g)) {
      expect(key).toMatch(/tenant_id = .*\b(event_)?id = /);
    }
  });
});
