import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import { JudgeAccessService } from '../../../libs/intelligence/judge/judge-access.service.js';
import { JudgeTenantsRepository } from '../../../libs/intelligence/judge/judge-tenants.repository.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const PLENTY = { calls: 1_000, tokens: 1_000_000 };

describe.each(DATABASES)('tenants with a judge in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let access: JudgeAccessService;
  let now = new Date('2026-11-30T12:00:00Z');
  let tenant = tenantId('nobody');

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
    access = new JudgeAccessService(db, new JudgeTenantsRepository(), { now: () => now });
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    tenant = tenantId(`judged-${newUuid()}`);
    now = new Date('2026-11-30T12:00:00Z');
  });

  it('are those that were switched on, until they are switched off', async () => {
    expect(await access.isOn(tenant)).toBe(false);
    await access.set(tenant, true);
    await access.set(tenant, true);
    expect([await access.isOn(tenant), await access.isOn(tenantId('another'))]).toEqual([true, false]);
    await access.set(tenant, false);
    expect(await access.isOn(tenant)).toBe(false);
  });

  it('have no budget before they are switched on, and none from the moment on at which they are switched off', async () => {
    expect(await access.reserve(tenant, 10, PLENTY)).toBeUndefined();
    await access.set(tenant, true);
    expect(await access.reserve(tenant, 10, PLENTY)).toEqual({ tenant, day: '2026-11-30', tokens: 10 });
    await access.set(tenant, false);
    expect(await access.reserve(tenant, 10, PLENTY)).toBeUndefined();
    expect(await access.usage(tenant)).toEqual({ calls: 1, tokens: 10 });
  });

  it('never take more than their budget, however many processes reserve at once', async () => {
    await access.set(tenant, true);
    const reserve = (tokens: number, most: typeof PLENTY): Promise<number[]> =>
      Promise.all(Array.from({ length: 20 }, () => access.reserve(tenant, tokens, most))).then((all) =>
        all.flatMap((one) => one?.tokens ?? []),
      );
    expect(await reserve(10, { calls: 7, tokens: 1_000 })).toHaveLength(7);
    expect(await reserve(100, { calls: 100, tokens: 470 })).toHaveLength(4);
    expect(await access.usage(tenant)).toEqual({ calls: 11, tokens: 470 });
    expect(await reserve(1, { calls: 100, tokens: 470 })).toEqual([]);
  });

  it('take nothing for a call that has more tokens than a day', async () => {
    await access.set(tenant, true);
    expect(await access.reserve(tenant, 101, { calls: 10, tokens: 100 })).toBeUndefined();
    expect(await access.usage(tenant)).toEqual({ calls: 0, tokens: 0 });
  });

  it('are charged what a call really used, on the day on which it was made', async () => {
    await access.set(tenant, true);
    const first = await access.reserve(tenant, 500, PLENTY);
    const second = await access.reserve(tenant, 500, PLENTY);
    if (first === undefined || second === undefined) throw new Error('the budget has both');
    now = new Date('2026-12-01T00:00:01Z');
    await access.settle(first, 120);
    await access.settle(second, 900);
    expect(await access.usage(tenant)).toEqual({ calls: 0, tokens: 0 });
    now = new Date('2026-11-30T23:00:00Z');
    expect(await access.usage(tenant)).toEqual({ calls: 2, tokens: 1_020 });
  });

  it('begin each day with the whole budget, and keep no days that are long over', async () => {
    await access.set(tenant, true);
    const most = { calls: 1, tokens: 100 };
    expect(await access.reserve(tenant, 10, most)).toBeDefined();
    expect(await access.reserve(tenant, 10, most)).toBeUndefined();
    now = new Date('2026-12-01T00:00:00Z');
    expect(await access.reserve(tenant, 10, most)).toBeDefined();
    now = new Date('2027-02-01T00:00:00Z');
    expect(await access.reserve(tenant, 10, most)).toBeDefined();
    const days = await db.run(tenant, (tx) =>
      tx.query('SELECT day::text FROM judge_usage WHERE tenant_id = $1', [tenant]),
    );
    expect(days).toEqual([{ day: '2027-02-01' }]);
  });
});
