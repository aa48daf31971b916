import { eventType, type EventSubscription } from '@mneme/platform/events';
import type { TenantId } from '@mneme/platform/ids';
import { EphemeralEvents, OutboxRetention } from '@mneme/platform/outbox';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { freshTenant, OutboxBed, ThingMade } from '../../support/database/outbox-bed.js';
import { RecordingHandler } from '../../support/webhooks/recording.handler.js';

describe.each(DATABASES)('the outbox in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let bed: OutboxBed;
  let tenant: TenantId;
  const names = (of: OutboxBed = bed): unknown[] =>
    of.handler.seen.filter((e) => e.tenantId === tenant).map((e) => e.data['name']);
  const rows = (table: string): Promise<number> => bed.count(tenant, table);

  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  beforeEach(async () => {
    tenant = freshTenant();
    bed = await OutboxBed.open(opened);
  });
  afterEach(() => bed.app.close());
  afterAll(() => opened.close());

  it('hands what was committed to the handler once, in order', async () => {
    await bed.make(tenant, 'a', 'b');
    await bed.make(tenant, 'c');
    await bed.relayAll();
    await bed.relayAll();
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(bed.handler.seen[0]).toMatchObject({
      name: 'thing.made',
      resourceId: 'a',
      sequence: 1,
      data: { name: 'a' },
    });
    expect(bed.handler.seen[0]?.requestId).toMatch(/^req_/);
  });

  it('knows nothing of what was rolled back', async () => {
    const failed = bed.tenantDb.run(tenant, async (tx) => {
      await bed.outbox.add(tx, tenant, ThingMade, [{ name: 'never', sequence: 1 }]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await bed.relayAll();
    expect(names()).toEqual([]);
    expect(await rows('outbox_events')).toBe(0);
  });

  it('keeps nothing of a transaction whose events cannot be written with its commit', async () => {
    const failed = bed.tenantDb.run(tenant, async (tx) => {
      await bed.outbox.add(tx, tenant, ThingMade, [{ name: 'never', sequence: 1 }]);
      bed.tenantDb.withCommit(tx, () => tx.query('SELECT 1 / 0'));
    });
    await expect(failed).rejects.toMatchObject({ kind: 'database' });
    await bed.make(tenant, 'later');
    await bed.relayAll();
    expect(names()).toEqual(['later']);
    await expect(
      bed.tenantDb.read(tenant, (tx) => bed.outbox.add(tx, tenant, ThingMade, [{ name: 'never', sequence: 1 }])),
    ).rejects.toThrow('only a transaction has a commit');
  });

  it('never hands an event to two relays', async () => {
    const other = await OutboxBed.open(opened);
    const all = Array.from({ length: 500 }, (_unused, i) => `n${i}`);
    for (let i = 0; i < all.length; i += 50) await bed.make(tenant, ...all.slice(i, i + 50));
    await Promise.all([bed.relayAll(), other.relayAll(), bed.relayAll(), other.relayAll()]);
    await bed.relayAll();
    expect([...names(), ...names(other)].sort()).toEqual([...all].sort());
    await other.app.close();
  });

  it('keeps what a handler still needs and nothing else', async () => {
    await bed.make(tenant, 'kept');
    await bed.relayAll();
    bed.handler.keeps = false;
    await bed.make(tenant, 'dropped');
    await bed.relayAll();
    expect([await rows('outbox_events'), await rows('outbox_handler_queue'), await rows('outbox_days')]).toEqual([
      1, 0, 1,
    ]);
  });

  it('lets one event that cannot be handled hold up no other for long', async () => {
    bed.handler.refused.add('bad');
    await bed.make(tenant, 'good', 'bad', 'better');
    const attempt = async (): Promise<void> => {
      await bed.relayAll();
      await bed.makeDue(tenant);
    };
    for (let i = 0; i < 3; i++) await attempt();
    expect(names()).toEqual([]);
    await attempt();
    expect(names()).toEqual(['good', 'better']);
    for (let i = 0; i < 16; i++) await attempt();
    expect(await bed.relay.states()).toMatchObject([{ handler: 'webhooks', waiting: 0, dead: 1 }]);

    bed.handler.refused.clear();
    const next = await OutboxBed.open(opened);
    await next.relay.reviveDead();
    await next.relayAll();
    expect(names(next)).toEqual(['bad']);
    await next.app.close();
  });

  it('notes beside an event why the database refused it, without what anybody stored', async () => {
    bed.handler.before = (tx) => tx.query('SELECT $1::text::uuid', ['private text']);
    await bed.make(tenant, 'a');
    await bed.relayAll();
    const [queued] = await bed.tenantDb.run(tenant, (tx) =>
      tx.query<{ last_error: string }[]>('SELECT last_error FROM outbox_handler_queue WHERE tenant_id = $1', [tenant]),
    );
    expect(queued?.last_error).toMatch(/^DomainError: the database .* 22P02 at .*handler-relay\.ts:\d+:\d+/);
    expect(queued?.last_error).not.toContain('private text');
  });

  it('removes what was kept when its days are over, and nothing younger', async () => {
    await bed.make(tenant, 'kept');
    await bed.relayAll();
    const retention = bed.app.get(OutboxRetention);
    const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);
    while (await retention.sweep(days(30)));
    expect(await rows('outbox_events')).toBe(1);
    while (await retention.sweep(days(33)));
    expect([await rows('outbox_events'), await rows('outbox_days')]).toEqual([0, 0]);
  });

  it('notes what changes nothing only where somebody wants it', async () => {
    const observations = bed.app.get(EphemeralEvents);
    bed.handler.keeps = false;
    observations.note(tenant, ThingMade, { name: 'unwanted', sequence: 1 });
    await observations.onApplicationShutdown();
    expect(await rows('outbox_events')).toBe(0);
    tenant = freshTenant();
    bed.handler.keeps = true;
    observations.note(tenant, ThingMade, { name: 'wanted', sequence: 1 });
    await observations.onApplicationShutdown();
    await bed.relayAll();
    expect(names()).toEqual(['wanted']);
  });

  it('writes what changes nothing once where the answer to a commit was lost, and goes on', async () => {
    const observations = bed.app.get(EphemeralEvents);
    const run = bed.tenantDb.run.bind(bed.tenantDb);
    bed.tenantDb.run = async (...asked) => {
      await run(...asked);
      bed.tenantDb.run = run;
      throw new Error('Connection terminated unexpectedly');
    };
    observations.note(tenant, ThingMade, { name: 'a', sequence: 1 });
    await observations.onApplicationShutdown();
    observations.note(tenant, ThingMade, { name: 'b', sequence: 1 });
    await observations.onApplicationShutdown();
    await bed.relayAll();
    expect(names()).toEqual(['a', 'b']);
    expect(await rows('outbox_events')).toBe(2);
    await observations.onApplicationShutdown();
    await bed.relayAll();
    expect(names()).toEqual(['a', 'b']);
  });

  it('lets what cannot be written for one tenant hold up no other', async () => {
    const observations = bed.app.get(EphemeralEvents);
    const [broken, run] = [tenant, bed.tenantDb.run.bind(bed.tenantDb)];
    bed.tenantDb.run = (of, work) => (of === broken ? Promise.reject(new Error('not now')) : run(of, work));
    observations.note(broken, ThingMade, { name: 'later', sequence: 1 });
    const others = Array.from({ length: 3 }, freshTenant);
    for (const other of others) observations.note(other, ThingMade, { name: `of ${other}`, sequence: 1 });
    await observations.onApplicationShutdown();
    bed.tenantDb.run = run;
    await bed.relayAll();
    // Events of other tests may be due again meanwhile.
    const mine = new Set([broken, ...others]);
    const seen = (): unknown[] =>
      bed.handler.seen.filter(({ tenantId }) => mine.has(tenantId)).map(({ data }) => data['name']);
    expect(seen()).toEqual(others.map((other) => `of ${other}`));
    await observations.onApplicationShutdown();
    await bed.relayAll();
    expect(seen()).toContain('later');
  });

  it('does not write many that nobody wants', async () => {
    const many = Array.from({ length: 30 }, (_unused, i) => `n${i}`);
    bed.handler.keeps = false;
    await bed.make(tenant, ...many);
    await bed.make(tenant, 'few');
    expect(await rows('outbox_events')).toBe(1);
    bed.handler.keeps = true;
    await bed.make(tenant, ...many);
    expect(await rows('outbox_events')).toBe(31);
    await bed.relayAll();
  });

  it('misses none of many when somebody comes to want them meanwhile', async () => {
    const many = Array.from({ length: 30 }, (_unused, i) => ({ name: `n${i}`, sequence: 1 }));
    const order: string[] = [];
    bed.handler.keeps = false;
    let before = Promise.resolve();
    await new Promise<void>((asked) => {
      before = bed.tenantDb.run(tenant, async (tx) => {
        await bed.outbox.add(tx, tenant, ThingMade, many);
        asked();
        await tx.query('SELECT pg_sleep(0.3)');
        order.push('unwanted ones are stored');
      });
    });
    await bed.tenantDb.run(tenant, async (tx) => {
      await bed.outbox.wantersChange(tx, tenant);
      order.push('they are wanted');
      bed.handler.keeps = true;
    });
    await bed.tenantDb.run(tenant, (tx) => bed.outbox.add(tx, tenant, ThingMade, many));
    await before;
    expect(order).toEqual(['unwanted ones are stored', 'they are wanted']);
    expect(await rows('outbox_events')).toBe(30);
    await bed.relayAll();
  });

  it('serves tenants in turns', async () => {
    const busy = tenant;
    await bed.make(busy, ...Array.from({ length: 250 }, (_unused, i) => `busy ${i}`));
    tenant = freshTenant();
    await bed.make(tenant, 'quiet');
    expect(await bed.relay.sweep()).toBe(true);
    expect(names()).toEqual(['quiet']);
    expect(bed.handler.seen.filter((event) => event.tenantId === busy).length).toBeLessThan(250);
    await bed.relayAll();
  });

  it('refuses to start where an event has no handler, or a handler no name of its own', async () => {
    await expect(OutboxBed.open(opened, [])).rejects.toThrow('thing.made has no handler');
    const named = (name: string): EventSubscription => ({ name, handler: RecordingHandler });
    await expect(OutboxBed.open(opened, [named('a'), named('a')])).rejects.toThrow(
      'the name "a" belongs to two handlers, RecordingHandler and RecordingHandler',
    );
    await expect(OutboxBed.open(opened, [named('No Name')])).rejects.toThrow('the name "No Name" of RecordingHandler');
    const other = {
      ...named('b'),
      events: [eventType('thing.lost', () => ({ resourceId: 'x', sequence: 1, data: {} }))],
    };
    await expect(OutboxBed.open(opened, [named('a'), other])).rejects.toThrow(
      'thing.lost has a handler and is not declared',
    );
  });
});
