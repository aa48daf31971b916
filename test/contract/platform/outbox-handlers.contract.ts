import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { EventSubscription } from '@mneme/platform/events';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { OutboxRetention } from '@mneme/platform/outbox';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { freshTenant, OutboxBed, ThingMade } from '../../support/database/outbox-bed.js';
import { RecordingHandler } from '../../support/webhooks/recording.handler.js';

@Injectable()
class LedgerHandler extends RecordingHandler {}

@Injectable()
class AlarmHandler extends RecordingHandler {}

const WEBHOOKS = { name: 'webhooks', handler: RecordingHandler };
const LEDGER = { name: 'ledger', handler: LedgerHandler, events: [ThingMade] };
const ALARM = { name: 'alarm', handler: AlarmHandler, events: [ThingMade] };
const THREE: readonly EventSubscription[] = [WEBHOOKS, LEDGER, ALARM];
const DAY_MS = 86_400_000;

const STATEMENTS = JSON.parse(readFileSync('test/migrations/statements.json', 'utf8')) as readonly string[];

/** A statement of the release before, by how it begins. */
function released(start: RegExp): string {
  const found = STATEMENTS.find((statement) => start.test(statement) && statement.includes('outbox_queue'));
  if (found === undefined) throw new Error(`the release before sends no ${String(start)}`);
  return found;
}

describe.each(DATABASES)('the handlers of an event in the %s database', (database, open) => {
  let opened: OpenDatabase;
  let bed: OutboxBed;
  let tenant: TenantId;
  const handlersOf = ({ app }: OutboxBed = bed): RecordingHandler[] =>
    [RecordingHandler, LedgerHandler, AlarmHandler].map((type) => app.get<RecordingHandler>(type));
  const seen = (handler: RecordingHandler | undefined): unknown[] =>
    (handler?.seen ?? []).filter((event) => event.tenantId === tenant).map(({ resourceId }) => resourceId);
  const rows = (table: string): Promise<number> => bed.count(tenant, table);
  const keepNothing = (of: OutboxBed = bed): void => {
    for (const handler of handlersOf(of)) handler.keeps = false;
  };

  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  beforeEach(async () => {
    tenant = freshTenant();
    bed = await OutboxBed.open(opened, THREE);
  });
  afterEach(() => bed.app.close());
  afterAll(() => opened.close());

  it('each have it: one that fails for ever or for a while holds up no other', async () => {
    const [webhooks, ledger, alarm] = handlersOf();
    keepNothing();
    ledger?.refused.add('a');
    alarm?.refused.add('a');
    await bed.make(tenant, 'a');
    await bed.relayAll();
    expect([seen(webhooks), seen(ledger), seen(alarm)]).toEqual([['a'], [], []]);

    await bed.makeDue(tenant);
    await bed.relayAll();
    alarm?.refused.clear();
    await bed.makeDue(tenant);
    await bed.relayAll();
    expect([seen(webhooks), seen(ledger), seen(alarm)]).toEqual([['a'], [], ['a']]);
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([1, 1]);

    for (let attempts = 3; attempts < 20; attempts++) {
      await bed.makeDue(tenant);
      await bed.relayAll();
    }
    expect(await bed.relay.states()).toMatchObject([{ handler: 'ledger', waiting: 0, dead: 1 }]);
    await bed.make(tenant, 'b');
    await bed.relayAll();
    expect([seen(webhooks), seen(ledger), seen(alarm)]).toEqual([['a', 'b'], ['b'], ['a', 'b']]);

    ledger?.refused.clear();
    await bed.relay.reviveDead();
    await bed.relayAll();
    expect(seen(ledger)).toEqual(['b', 'a']);
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([0, 0]);
  });

  // The embedded database has one connection, which a transaction keeps for as long as it takes.
  if (database !== 'embedded') {
    it('each have it, however long another one takes', async () => {
      const [webhooks, ledger] = handlersOf();
      let finish = (): void => undefined;
      const begun = new Promise<void>((begin) => {
        ledger!.before = () => {
          begin();
          return new Promise<void>((resolve) => (finish = resolve));
        };
      });
      await bed.make(tenant, 'a');
      const slow = bed.relayAll('ledger');
      await begun;
      await bed.relayAll('webhooks');
      expect([seen(webhooks), seen(ledger)]).toEqual([['a'], []]);
      finish();
      await slow;
      expect(seen(ledger)).toEqual(['a']);
      await bed.relayAll();
    });
  }

  it.each([
    ['first', ['webhooks', 'ledger', 'alarm']],
    ['last', ['ledger', 'alarm', 'webhooks']],
  ])('keep it where one that has it %s needs it still', async (_when, order) => {
    const [webhooks] = handlersOf();
    keepNothing();
    webhooks!.keeps = true;
    await bed.make(tenant, 'kept');
    for (const name of order) await bed.relayAll(name);
    expect([await rows('outbox_events'), await rows('outbox_handler_queue'), await rows('outbox_days')]).toEqual([
      1, 0, 1,
    ]);
    const retention = bed.app.get(OutboxRetention);
    while (await retention.sweep(new Date(Date.now() + 33 * DAY_MS)));
    expect(await rows('outbox_events')).toBe(0);
  });

  it('have it once in two processes, and the last to finish deletes it', async () => {
    const other = await OutboxBed.open(opened, THREE);
    keepNothing();
    keepNothing(other);
    const all = Array.from({ length: 120 }, (_unused, i) => `n${i}`);
    for (let i = 0; i < all.length; i += 3) await bed.make(tenant, ...all.slice(i, i + 3));
    const names = THREE.map(({ name }) => name);
    await Promise.all([bed, other].flatMap((of) => names.map((name) => of.relayAll(name))));
    await bed.relayAll();
    for (const at of names.keys()) {
      const both = [...seen(handlersOf()[at]), ...seen(handlersOf(other)[at])];
      expect(both.sort()).toEqual([...all].sort());
    }
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([0, 0]);
    await other.app.close();
  });

  it('have many only where they want them', async () => {
    const [webhooks, ledger, alarm] = handlersOf();
    const many = Array.from({ length: 30 }, (_unused, i) => `n${i}`);
    keepNothing();
    await bed.make(tenant, ...many);
    expect(await rows('outbox_events')).toBe(0);
    ledger!.keeps = true;
    await bed.make(tenant, ...many);
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([30, 30]);
    ledger!.keeps = false;
    await bed.relayAll();
    expect([seen(webhooks), seen(ledger), seen(alarm)]).toEqual([[], many, []]);
    expect(await rows('outbox_events')).toBe(0);
  });

  it('that were removed keep no event for longer than a day', async () => {
    keepNothing();
    await bed.make(tenant, 'a');
    const two = await OutboxBed.open(opened, [WEBHOOKS, LEDGER]);
    for (const type of [RecordingHandler, LedgerHandler]) two.app.get<RecordingHandler>(type).keeps = false;
    await two.relayAll();
    const retention = two.app.get(OutboxRetention);
    while (await retention.sweep(new Date(Date.now() + DAY_MS / 2)));
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([1, 1]);
    while (await retention.sweep(new Date(Date.now() + DAY_MS + 60_000)));
    expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([0, 0]);
    await two.app.close();
  });

  describe('beside a process of the release before', () => {
    const oldEvent = (name: string): object => ({
      ...{ id: newUuid(), name: 'thing.made', resourceId: name, sequence: 1, data: {} },
      ...{ requestId: 'req_old', createdAt: new Date(), traceparent: null },
    });
    const oldClaim = (): Promise<unknown> =>
      bed.tenantDb.runSystem((tx) => tx.query(released(/^WITH due AS/), [[tenant], 100, 15_000]));

    it('have what that process writes', async () => {
      const insert = released(/^WITH event AS/);
      await bed.tenantDb.run(tenant, (tx) =>
        tx.query(insert, [tenant, JSON.stringify([oldEvent('a'), oldEvent('b')])]),
      );
      const [webhooks, ledger, alarm] = handlersOf();
      keepNothing();
      ledger!.keeps = true;
      await bed.relayAll();
      await bed.relayAll();
      expect([seen(webhooks), seen(ledger), seen(alarm)]).toEqual([
        ['a', 'b'],
        ['a', 'b'],
        ['a', 'b'],
      ]);
      expect([await rows('outbox_events'), await rows('outbox_handler_queue')]).toEqual([2, 0]);
    });

    it('lose nothing to it: it sees only what webhooks alone have', async () => {
      await bed.make(tenant, 'shared');
      expect(await oldClaim()).toEqual([[], 0]);
      const alone = await OutboxBed.open(opened);
      await alone.make(tenant, 'alone');
      const [claimed] = (await oldClaim()) as [{ eventId: string }[]];
      expect(claimed).toHaveLength(1);
      const take = released(/^WITH taken AS/);
      const ids = claimed.map(({ eventId }) => eventId);
      const taken = await alone.tenantDb.run(tenant, (tx) => tx.query<unknown[]>(take, [tenant, ids]));
      expect(taken).toMatchObject([{ name: 'thing.made' }]);
      expect(await rows('outbox_handler_queue')).toBe(3);
      await bed.relayAll();
      expect(handlersOf().map(seen)).toEqual([['shared'], ['shared'], ['shared']]);
      await alone.app.close();
    });

    it('stay apart by tenant in what it sees', async () => {
      const alone = await OutboxBed.open(opened);
      await alone.make(tenant, 'alone');
      const read = 'SELECT FROM outbox_queue';
      expect(await bed.tenantDb.run(tenant, (tx) => tx.query<unknown[]>(read))).toHaveLength(1);
      expect(await bed.tenantDb.run(freshTenant(), (tx) => tx.query<unknown[]>(read))).toEqual([]);
      expect(await opened.database.dataSource.query<unknown[]>(read)).toEqual([]);
      await alone.relayAll();
      await alone.app.close();
    });
  });
});
