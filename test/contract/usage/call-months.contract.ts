import { randomUUID } from 'node:crypto';
import { Clock } from '@mneme/platform/clock';
import { readConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import { Broadcast, RedisConnections } from '@mneme/platform/redis';
import type { EntityManager } from 'typeorm';
import { CallCounter } from '../../../libs/usage/calls/call-counter.js';
import { CallCountsRepository } from '../../../libs/usage/calls/call-counts.repository.js';
import { CallMonthsRepository } from '../../../libs/usage/calls/call-months.repository.js';
import { CallQuotas, type CallPermit } from '../../../libs/usage/calls/call-quotas.js';
import { PlanRefusals } from '../../../libs/usage/plans/plan-refusals.js';
import { QuotaRepository } from '../../../libs/usage/plans/quota.repository.js';
import { QuotaService } from '../../../libs/usage/plans/quota.service.js';
import { TenantPlans } from '../../../libs/usage/plans/tenant-plans.js';
import { TenantsRepository } from '../../../libs/usage/plans/tenants.repository.js';
import { TenantsService } from '../../../libs/usage/plans/tenants.service.js';
import { UsageMetricsService } from '../../../libs/usage/calls/usage-metrics.service.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const NOVEMBER = new Date('2026-11-30T23:59:59.999Z');
const DECEMBER = new Date('2026-12-01T00:00:00.000Z');
const CALLS = 10;

/** The connection ends once: in place of a statement, or between a COMMIT and its answer. */
class LossyDb extends TenantDb {
  lost: 'statement' | 'answer' | undefined;

  override async runSystem<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const { lost } = this;
    this.lost = undefined;
    const ended = (): Promise<never> => Promise.reject(new Error('Connection terminated'));
    const result = await super.runSystem((tx) =>
      work(lost === 'statement' ? Object.assign(Object.create(tx) as EntityManager, { query: ended }) : tx),
    );
    return lost === 'answer' ? ended() : result;
  }
}

describe.each(DATABASES)("a month's calls in the %s database", (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let tenants: TenantsService;
  let plans: TenantPlans;
  let metrics: UsageMetricsService;
  let counter: CallCounter;
  let tenant: TenantId;
  let now: Date;
  const clock = { now: () => now };

  /** As another process has it. */
  const newQuotas = (db = tenantDb): CallQuotas => new CallQuotas(db, plans, new CallMonthsRepository(), clock);
  const end = (permit: CallPermit, charged = true): void => {
    permit.end(charged);
    counter.add({ tenantId: tenant, keyId: undefined, at: permit.at, failed: false, charged });
  };
  const call = async (quotas: CallQuotas): Promise<boolean> => {
    const permit = await quotas.admit(tenant);
    if (permit !== undefined) end(permit);
    return permit !== undefined;
  };
  const used = async (): Promise<number[]> => {
    const { callsToday, callsThisMonth } = await metrics.of(tenant);
    return [callsToday, callsThisMonth];
  };

  beforeAll(async () => {
    opened = await open(8);
    tenantDb = new TenantDb(opened.database.dataSource);
    const config = readConfig({ env: {}, terminal: false });
    const broadcast = new Broadcast(new RedisConnections(config, new Metrics()));
    tenants = new TenantsService(config, tenantDb, new TenantsRepository(), broadcast);
    plans = new TenantPlans(tenantDb, tenants, broadcast);
    const counts = new CallCountsRepository();
    counter = new CallCounter(tenantDb, counts);
    const quota = new QuotaService(plans, new QuotaRepository(), new PlanRefusals(config, new Clock()));
    metrics = new UsageMetricsService(tenantDb, counter, counts, quota, plans, clock);
  }, 180_000);
  afterAll(() => opened.close());

  beforeEach(async () => {
    tenant = tenantId(`tenant-${randomUUID()}`);
    await tenants.create(tenant);
    await tenants.setPlan(tenant, 'enterprise', { callsPerMonth: CALLS });
    now = NOVEMBER;
  });

  it('begin anew with the UTC month, and a call that is under way belongs to the month that let it through', async () => {
    const quotas = newQuotas();
    const underWay = await quotas.admit(tenant);
    for (let i = 1; i < CALLS; i++) expect(await call(quotas)).toBe(true);
    expect(await call(quotas)).toBe(false);
    now = DECEMBER;
    expect(await call(quotas)).toBe(true);
    end(underWay!);
    expect(await used()).toEqual([1, 1]);
    now = NOVEMBER;
    expect(await used()).toEqual([CALLS, CALLS]);
  });

  it('are all there for others once a process gives back what it has in hand, and none twice', async () => {
    const [first, second] = [newQuotas(), newQuotas()];
    for (let i = 0; i < 3; i++) expect(await call(first)).toBe(true);
    const free = await first.admit(tenant);
    free!.end(false);
    await first.release();
    for (let i = 3; i < CALLS; i++) expect(await call(second)).toBe(true);
    expect([await call(second), await call(newQuotas())]).toEqual([false, false]);
    expect(await used()).toEqual([CALLS, CALLS]);
  });

  it.each(['statement', 'answer'] as const)(
    'are neither exceeded nor lost where the connection ends before the %s while some are given back',
    async (lost) => {
      await tenants.setPlan(tenant, 'enterprise', { callsPerMonth: 40 });
      const db = new LossyDb(opened.database.dataSource);
      const [first, second] = [newQuotas(db), newQuotas()];
      expect(await call(first)).toBe(true);
      db.lost = lost;
      await expect(first.release()).rejects.toThrow();
      let through = 1;
      for (const quotas of [second, first, second]) {
        while (await call(quotas)) through += 1;
        await quotas.release();
      }
      expect(through).toBe(40);
    },
  );

  it('are not exceeded for a process that is gone with calls in hand, and few are lost', async () => {
    await tenants.setPlan(tenant, 'enterprise', { callsPerMonth: 320 });
    const killed = newQuotas();
    for (let i = 0; i < 40; i++) expect(await call(killed)).toBe(true);
    const left = newQuotas();
    let through = 40;
    while (await call(left)) through += 1;
    expect(through).toBeLessThanOrEqual(320);
    expect(through).toBeGreaterThanOrEqual(320 - 280 / 16 - 1);
  });
});
