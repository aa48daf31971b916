import { TenantDb } from '@mneme/platform/database';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { WebhooksRepository } from '../../../libs/webhooks/registration/webhooks.repository.js';
import { eventually } from '../../support/eventually.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';
import { freshTenant } from '../../support/database/outbox-bed.js';

const webhooks = new WebhooksRepository();

describe.each(DATABASES)('the rows of a webhook in the %s database', (name, open) => {
  let opened: OpenDatabase;
  let tenantDb: TenantDb;

  beforeAll(async () => {
    opened = await open();
    tenantDb = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());

  const registered = async (tenant: TenantId): Promise<string> => {
    const id = newUuid();
    await tenantDb.run(tenant, async (tx) => {
      await tx.query(
        `INSERT INTO webhooks (tenant_id, id, name, url, fingerprint, events, secret, created_at, updated_at)
         VALUES ($1, $2, 'w', 'https://example.com/', '', '{}', 'sealed', now(), now())`,
        [tenant, id],
      );
      await tx.query(
        `INSERT INTO webhook_states (tenant_id, webhook_id, status, secret_key_id) VALUES ($1, $2, 'active', 'k')`,
        [tenant, id],
      );
    });
    return id;
  };
  /** Until so many of our connections wait for a row. */
  const blocked = (count: number): Promise<void> =>
    eventually(() =>
      tenantDb.runSystem(async (tx) => {
        const [row] = await tx.query<{ waiting: number }[]>(
          `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
            WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`,
        );
        expect(row?.waiting).toBe(count);
      }),
    );

  /** An embedded database has one connection: there nobody waits for anybody. */
  const amongSeveral = name === 'embedded' ? it.skip : it;

  amongSeveral(
    'are locked in one order: a deletion and a claim of its deliveries never wait for each other',
    async () => {
      const tenant = freshTenant();
      const id = await registered(tenant);
      let ended: Promise<PromiseSettledResult<unknown>[]> | undefined;
      await tenantDb.run(tenant, async (tx) => {
        await tx.query('SELECT FROM webhook_states WHERE tenant_id = $1 AND webhook_id = $2 FOR UPDATE', [tenant, id]);
        const deletion = tenantDb.run(tenant, (other) => webhooks.delete(other, tenant, id));
        await blocked(1);
        const claim = tenantDb.run(tenant, (other) => webhooks.lock(other, tenant, id));
        ended = Promise.allSettled([deletion, claim]);
        await blocked(2);
      });
      expect(await ended).toEqual([
        { status: 'fulfilled', value: true },
        { status: 'fulfilled', value: undefined },
      ]);
    },
  );
});
