import { randomUUID } from 'node:crypto';
import { Clock } from '@mneme/platform/clock';
import { readConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { Metrics } from '@mneme/platform/observability';
import { Broadcast, RedisConnections } from '@mneme/platform/redis';
import { JobLeases } from '../../../libs/platform/jobs/job-leases.js';
import { JobLeasesRepository } from '../../../libs/platform/jobs/job-leases.repository.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { MemoryRecountRepository } from '../../../libs/memories/records/memory-recount.repository.js';
import { MemoryRecountService, type Drift } from '../../../libs/memories/records/memory-recount.service.js';
import type { MemoryType } from '../../../libs/memories/storage/memory-types.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { PlanRefusals } from '../../../libs/usage/plans/plan-refusals.js';
import { QuotaRepository, type StoredAmount } from '../../../libs/usage/plans/quota.repository.js';
import { QuotaService } from '../../../libs/usage/plans/quota.service.js';
import { TenantPlans } from '../../../libs/usage/plans/tenant-plans.js';
import { TenantsRepository } from '../../../libs/usage/plans/tenants.repository.js';
import { TenantsService } from '../../../libs/usage/plans/tenants.service.js';
import { eventually } from '../../support/eventually.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const NONE = { memories: 0, bytes: 0 };
const CLEAN = { quota: NONE, totals: NONE };
/** More than a page of records. */
const MANY = 20_500;

const FILL = `
  INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
  SELECT $1, gen_random_uuid(), 'm', 'type' || i % 3, 0.5, '{}', '{}', 1, 1, now(), now() FROM generate_series(1, $2) i`;

describe.each(DATABASES)('a recount in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;
  let quota: QuotaService;
  let tenants: TenantsService;
  let tenant: TenantId;
  const memories = new MemoriesRepository();

  /** As another process has it. */
  const newRecount = (): MemoryRecountService => {
    const leases = new JobLeases(tenantDb, new JobLeasesRepository());
    const background = new BackgroundWork(readConfig({ env: {}, terminal: false }), leases, new Metrics());
    return new MemoryRecountService(background, tenantDb, new MemoryRecountRepository(), quota, tenants);
  };
  const recount = (repair: boolean, by = newRecount()): Promise<Drift> => by.recount(tenant, repair);
  const create = (type: MemoryType = 'task'): Promise<void> =>
    tenantDb.run(tenant, async (tx) => {
      const memory = newMemory(tenant, { content: 'four', type, tags: [], metadata: {}, importance: 0.5 });
      await quota.reserve(tx, tenant, { memories: 1, bytes: memory.bytes });
      await memories.insert(tx, tenant, [memory]);
    });
  const plant = (sql: string, ...more: unknown[]): Promise<void> =>
    tenantDb.run(tenant, async (tx) => {
      await tx.query(sql, [tenant, ...more]);
    });
  const stored = async (): Promise<StoredAmount> => {
    const { memories: n, bytes } = await tenantDb.run(tenant, (tx) => quota.stored(tx, tenant));
    return { memories: n, bytes };
  };
  const total = (type: string): Promise<number> =>
    tenantDb.run(tenant, (tx) => new FilterMeasuresRepository().total(tx, tenant, { type }));

  beforeAll(async () => {
    opened = await open(8);
    tenantDb = new TenantDb(opened.database.dataSource);
    const config = readConfig({ env: {}, terminal: false });
    const broadcast = new Broadcast(new RedisConnections(config, new Metrics()));
    tenants = new TenantsService(config, tenantDb, new TenantsRepository(), broadcast);
    const plans = new TenantPlans(tenantDb, tenants, broadcast);
    quota = new QuotaService(plans, new QuotaRepository(), new PlanRefusals(config, new Clock()));
  }, 180_000);
  afterAll(() => opened.close());

  beforeEach(async () => {
    tenant = tenantId(`tenant-${randomUUID()}`);
    await tenants.create(tenant, 'pro');
    for (let i = 0; i < 3; i++) await create();
    await create('event');
  });

  it('counts memories whose time is over until they are deleted', async () => {
    await create();
    await create();
    await tenantDb.run(tenant, async (tx) => {
      await memories.showExpired(tx);
      await tx.query('UPDATE memories SET expires_at = now() WHERE tenant_id = $1', [tenant]);
    });
    expect(await tenantDb.read(tenant, (tx) => new FilterMeasuresRepository().total(tx, tenant, {}))).toBe(0);
    expect(await recount(true)).toEqual(CLEAN);
  });

  it('finds nothing where nothing is wrong, nor with a tenant that has nothing', async () => {
    expect(await recount(true)).toEqual(CLEAN);
    tenant = tenantId('nobody');
    expect(await recount(true)).toEqual(CLEAN);
  });

  it('knows those whose time is over, until they are deleted', async () => {
    const memory = newMemory(tenant, { content: 'four', type: 'task', expiresAt: new Date(0) });
    await tenantDb.run(tenant, async (tx) => {
      await quota.reserve(tx, tenant, { memories: 1, bytes: memory.bytes });
      await memories.insert(tx, tenant, [memory]);
    });
    await eventually(async () => expect(await total('task')).toBe(3));
    expect(await recount(true)).toEqual(CLEAN);
    expect((await stored()).memories).toBe(5);
  });

  it('tells how much is missing or too much, changes nothing unless asked, and sets it right', async () => {
    await plant(`UPDATE quota_slots SET memories = memories - 2, bytes = bytes + 7 WHERE tenant_id = $1 AND slot = 3`);
    await plant(`UPDATE memory_totals SET memories = memories + 1 WHERE tenant_id = $1 AND type = 'event'`);
    await plant(`DELETE FROM memory_totals WHERE tenant_id = $1 AND type = 'task'`);
    const drift = { quota: { memories: 2, bytes: -7 }, totals: { memories: 3 - 1, bytes: 18 } };
    expect(await recount(false)).toEqual(drift);
    expect(await recount(true)).toEqual(drift);
    expect(await recount(false)).toEqual(CLEAN);
    expect([await stored(), await total('task'), await total('event')]).toEqual([{ memories: 4, bytes: 24 }, 3, 1]);
  });

  it('knows records that nothing else knows, over more than one page, and then keeps to the plan', async () => {
    await plant('UPDATE quota_slots SET memories = 0, bytes = 0 WHERE tenant_id = $1');
    await plant(FILL, MANY);
    expect((await recount(true)).quota).toEqual({ memories: MANY + 4, bytes: MANY + 24 });
    expect([await stored(), await total('type1')]).toEqual([{ memories: MANY + 4, bytes: MANY + 24 }, 6_834]);
    await tenants.setPlan(tenant, 'free');
    await expect(create()).rejects.toMatchObject({ kind: 'insufficientQuota' });
  });

  it('counts right while others write, and of several at once one sets it right', async () => {
    await plant(`UPDATE quota_slots SET memories = memories + 5 WHERE tenant_id = $1 AND slot = 0`);
    await plant(FILL, 2_000);
    const writes = Array.from({ length: 12 }, (_each, i) => create(i % 2 === 0 ? 'task' : 'working'));
    const counts = Array.from({ length: 4 }, () => recount(true));
    await Promise.all([...writes, ...counts]);
    expect(await recount(false)).toEqual(CLEAN);
    expect((await stored()).memories).toBe(2_000 + 4 + 12);
  });

  it('is no obstacle to the end of the process', async () => {
    const ending = newRecount();
    ending.onModuleDestroy();
    await expect(recount(true, ending)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
