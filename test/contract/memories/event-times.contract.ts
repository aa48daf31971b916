import { randomUUID } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { tenantId, type TenantId } from '@mneme/platform/ids';
import { EventTimes1764300004000 } from '../../../libs/memories/migrations/event-times.migration.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { newMemory } from '../../../libs/memories/storage/memory.factory.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const STATED: readonly unknown[] = [
  '2026-03-18',
  '20260318',
  '2026-03-18T09:30:00Z',
  '2026-03-18T09:30:00.125+01:00',
  '2026-03-18 09:30',
  '20260318T093000Z',
  1_773_826_200,
  1_773_826_200_000,
  '1773826200',
  'Wed, 18 Mar 2026 09:30:00 +0100',
  '18 Mar 2026 09:30:00 GMT',
  '2026-02-30',
  '2026-03-18 and later',
  'soon',
  '',
  2026,
  -5,
  true,
  null,
  ['2026-03-18'],
  { at: '2026-03-18' },
  '99999-01-01',
];

describe.each(DATABASES)('the event times of what the %s database had before', (_, open) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 180_000);
  afterAll(() => opened.close());

  const inTenant = async (tenant: TenantId): Promise<Map<string, string | undefined>> =>
    new TenantDb(opened.database.dataSource).run(tenant, async (tx) => {
      const rows = await tx.query<{ stated: unknown; at: Date | null }[]>(
        `SELECT metadata -> 'occurredAt' AS stated, occurred_at AS at FROM memories WHERE tenant_id = $1`,
        [tenant],
      );
      return new Map(rows.map(({ stated, at }) => [JSON.stringify(stated), at?.toISOString()]));
    });

  it('are those that the service reads of the same metadata', async () => {
    const tenants = [tenantId(randomUUID()), tenantId(randomUUID())];
    for (const tenant of tenants) {
      await new TenantDb(opened.database.dataSource).run(tenant, async (tx) => {
        await tx.query(`INSERT INTO tenants (tenant_id, plan, created_at) VALUES ($1, 'pro', now())`, [tenant]);
        const memories = STATED.map((occurredAt) =>
          newMemory(tenant, { content: 'x', type: 'event', metadata: { occurredAt } }),
        );
        await new MemoriesRepository().insert(tx, tenant, memories);
      });
    }
    const written = await Promise.all(tenants.map(inTenant));
    expect(written[0]?.get('"2026-03-18"')).toBe('2026-03-18T00:00:00.000Z');
    expect([...(written[0]?.values() ?? [])].filter((at) => at !== undefined)).toHaveLength(11);
    await opened.migrate(async (runner) => {
      await runner.startTransaction();
      const migration = new EventTimes1764300004000();
      await migration.down(runner);
      await migration.up(runner);
      await runner.commitTransaction();
    });
    expect(await Promise.all(tenants.map(inTenant))).toEqual(written);
  }, 120_000);
});
