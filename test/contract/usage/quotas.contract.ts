import { randomInt, randomUUID } from 'node:crypto';
import { Clock } from '@mneme/platform/clock';
import { readConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import { Broadcast, RedisConnections } from '@mneme/platform/redis';
import type { EntityManager } from 'typeorm';
import { PlanRefusals } from '../../../libs/usage/plans/plan-refusals.js';
import { QuotaRepository, type StoredAmount } from '../../../libs/usage/plans/quota.repository.js';
import { QuotaService } from '../../../libs/usage/plans/quota.service.js';
import { TenantPlans } from '../../../libs/usage/plans/tenant-plans.js';
import { TenantsRepository } from '../../../libs/usage/plans/tenants.repository.js';
import { TenantsService } from '../../../libs/usage/plans/tenants.service.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

/** Of the plan that a new tenant has. */
const FREE = { memories: 10_000, bytes: 104_857_600 };
const CONNECTIONS = 16;

/** The work went wrong after its reservation. */
class RolledBack extends Error {}

/** Adds, changes and deletes memories of random sizes, and knows which it has. */
class RandomWriter {
  sizes: number[] = [];

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly quota: QuotaService,
    private readonly tenant: TenantId,
  ) {}

  async step(): Promise<void> {
    const size = randomInt(1, 400);
    const [first, ...rest] = this.sizes;
    const kind = first === undefined ? 'add' : (['add', 'change', 'delete'] as const)[randomInt(3)];
    if (kind === 'add') await this.attempt([...this.sizes, size]);
    else await this.attempt(kind === 'change' ? [...rest, size] : rest);
  }

  private async attempt(next: number[]): Promise<void> {
    const bytes = (sizes: number[]): number => sizes.reduce((sum, size) => sum + size, 0);
    const growth = { memories: next.length - this.sizes.length, bytes: bytes(next) - bytes(this.sizes) };
    try {
      await this.tenantDb.run(this.tenant, async (tx) => {
        await this.quota.reserve(tx, this.tenant, growth);
        if (randomInt(5) === 0) throw new RolledBack();
      });
      this.sizes = next;
    } catch (error) {
      if (!(error instanceof RolledBack)) expect(error).toMatchObject({ kind: 'insufficientQuota' });
    }
  }
}

function ofOne(bytes: number): { memories: number; bytes: number } {
  return { memories: 1, bytes };
}

describe.each(DATABASES)('quotas in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let broadcast: Broadcast;
  let tenants: TenantsService;
  let quota: QuotaService;
  let tenant: TenantId;

  /** As another process has it: with its own memory of plans. */
  const newQuota = (): QuotaService =>
    new QuotaService(
      new TenantPlans(tenantDb, tenants, broadcast),
      new QuotaRepository(),
      new PlanRefusals(readConfig({ env: {}, terminal: false }), new Clock()),
    );
  const reserve = (memories: number, bytes: number, by = quota): Promise<void> =>
    tenantDb.run(tenant, (tx) => by.reserve(tx, tenant, { memories, bytes }));
  const stored = async (): Promise<Pick<StoredAmount, 'memories' | 'bytes'>> => {
    const { memories, bytes } = await tenantDb.run(tenant, (tx) => quota.stored(tx, tenant));
    return { memories, bytes };
  };
  const outcomes = async (work: Promise<void>[]): Promise<{ stored: number; refused: number }> => {
    const settled = await Promise.allSettled(work);
    const refused = settled.filter((each) => each.status === 'rejected').map((each) => each.reason as Error);
    for (const reason of refused) expect(reason).toMatchObject({ kind: 'insufficientQuota' });
    return { stored: settled.length - refused.length, refused: refused.length };
  };

  beforeAll(async () => {
    opened = await open(CONNECTIONS);
    tenantDb = new TenantDb(opened.database.dataSource);
    const config = readConfig({ env: {}, terminal: false });
    broadcast = new Broadcast(new RedisConnections(config, new Metrics()));
    tenants = new TenantsService(config, tenantDb, new TenantsRepository(), broadcast);
    quota = newQuota();
  }, 180_000);
  afterAll(() => opened.close());

  beforeEach(async () => {
    tenant = tenantId(`tenant-${randomUUID()}`);
    await tenants.create(tenant, 'free');
  });

  it('let exactly as many of 64 writers at once through as there are places', async () => {
    await reserve(FREE.memories - 10, 0);
    const by = [quota, newQuota()];
    const creates = Array.from({ length: 64 }, (_each, i) => reserve(1, 100, by[i % 2]));
    expect(await outcomes(creates)).toEqual({ stored: 10, refused: 54 });
    expect(await stored()).toEqual({ memories: FREE.memories, bytes: 1_000 });
  });

  it('count bytes as exactly', async () => {
    await reserve(1, FREE.bytes - 10_000);
    const creates = Array.from({ length: 64 }, () => reserve(1, 1_000));
    expect(await outcomes(creates)).toEqual({ stored: 10, refused: 54 });
    expect(await stored()).toEqual({ memories: 11, bytes: FREE.bytes });
    await expect(reserve(0, 1)).rejects.toMatchObject({ kind: 'insufficientQuota' });
  });

  it('begin exactly too, with the first writers of a new tenant', async () => {
    await outcomes(Array.from({ length: 16 }, () => reserve(1, 5)));
    expect(await stored()).toEqual({ memories: 16, bytes: 80 });
  });

  it('let a whole plan be used from every slot, however large the pieces are', async () => {
    await reserve(1, FREE.bytes - 3_000);
    await reserve(1, 2_999);
    await reserve(1, 1);
    expect(await stored()).toEqual({ memories: 3, bytes: FREE.bytes });
  });

  it('are never exceeded and never negative while many writers add, change, delete and fail', async () => {
    await reserve(FREE.memories - 40, FREE.bytes - 4_000);
    const before = await stored();
    const writers = Array.from({ length: 8 }, () => new RandomWriter(tenantDb, quota, tenant));
    const write = async (writer: RandomWriter): Promise<void> => {
      for (let i = 0; i < 20; i++) {
        await writer.step();
        const { memories, bytes } = await stored();
        expect(Math.max(memories - FREE.memories, bytes - FREE.bytes, -memories, -bytes)).toBeLessThanOrEqual(0);
      }
    };
    await Promise.all(writers.map(write));
    const kept = writers.flatMap(({ sizes }) => sizes);
    expect(await stored()).toEqual({
      memories: before.memories + kept.length,
      bytes: kept.reduce((sum, size) => sum + size, before.bytes),
    });
    const { memories, bytes } = await stored();
    await reserve(FREE.memories - memories, FREE.bytes - bytes);
    await expect(reserve(1, 0)).rejects.toMatchObject({ kind: 'insufficientQuota' });
  });

  it('take of a batch what fits, in its order', async () => {
    await reserve(FREE.memories - 3, FREE.bytes - 100);
    const fit = (sizes: number[]): Promise<boolean[]> =>
      tenantDb.run(tenant, (tx) => quota.reserveFitting(tx, tenant, sizes.map(ofOne)));
    expect(await fit([60, 50, 30, 10, 1])).toEqual([true, false, true, true, false]);
    expect(await stored()).toEqual({ memories: FREE.memories, bytes: FREE.bytes });
    expect(await fit([1])).toEqual([false]);
  });

  it('let batches at once fill the plan and no more', async () => {
    await reserve(FREE.memories - 50, 0);
    const batch = async (tx: EntityManager): Promise<number> => {
      if (await quota.tryReserve(tx, tenant, { memories: 20, bytes: 20 })) return 20;
      return (await quota.reserveFitting(tx, tenant, Array<number>(20).fill(1).map(ofOne))).filter(Boolean).length;
    };
    const reserved = await Promise.all(Array.from({ length: 6 }, () => tenantDb.run(tenant, batch)));
    expect(reserved.reduce((a, b) => a + b)).toBe(50);
    expect(await stored()).toEqual({ memories: FREE.memories, bytes: 50 });
  });

  it('take back what a transaction did not need where it was taken', async () => {
    const batch = (): Promise<void> =>
      tenantDb.run(tenant, async (tx) => {
        await quota.reserve(tx, tenant, { memories: 5, bytes: 50 });
        await quota.reserve(tx, tenant, { memories: -4, bytes: -40 });
      });
    await Promise.all(Array.from({ length: 32 }, batch));
    expect(await stored()).toEqual({ memories: 32, bytes: 320 });
  });

  it('follow a larger plan, and after a smaller one take nothing until there is room', async () => {
    await reserve(FREE.memories, 10);
    await tenants.setPlan(tenant, 'pro');
    await reserve(5, 5, newQuota());
    await tenants.setPlan(tenant, 'free');
    const smaller = newQuota();
    await expect(reserve(1, 1, smaller)).rejects.toMatchObject({ kind: 'insufficientQuota' });
    await reserve(-4, 0, smaller);
    await expect(reserve(1, 1, smaller)).rejects.toMatchObject({ kind: 'insufficientQuota' });
    await reserve(0, 7, smaller);
    await reserve(-3, 0, smaller);
    await reserve(2, 2, smaller);
    await expect(reserve(1, 1, smaller)).rejects.toMatchObject({ kind: 'insufficientQuota' });
    expect((await stored()).memories).toBe(FREE.memories);
  });

  it('after a smaller plan leave no slot more than what is free in all, whichever slots take and give back', async () => {
    const slots = new QuotaRepository();
    const write = (slot: number, memories: number, bytes: number): Promise<boolean> =>
      tenantDb.run(tenant, (tx) => slots.reserve(tx, tenant, slot, { memories, bytes }, FREE));
    await tenants.setPlan(tenant, 'pro');
    await reserve(FREE.memories + 1, FREE.bytes + 1, newQuota());
    await tenants.setPlan(tenant, 'free');
    expect(await write(3, -1, 5)).toBe(false);
    expect(await write(3, 1, -5)).toBe(false);
    expect(await write(3, 0, -10)).toBe(true);
    expect(await write(2, 0, 1)).toBe(true);
    expect(await write(5, -3, 0)).toBe(true);
    expect(await write(5, 2, 0)).toBe(true);
    expect(await write(5, 1, 0)).toBe(false);
    expect((await stored()).memories).toBe(FREE.memories);
  });
});
