import { statedMoment } from '@mneme/platform/clock';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAGE = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * When what a memory says happened, where its metadata states it (`occurredAt`, in any of the forms that `statedMoment`
 * reads); where it does not, that is when the memory was created.
 */
export class EventTimes1764300004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories ADD COLUMN occurred_at timestamptz(3)');
    await runner.query(`
      CREATE INDEX memories_occurred ON memories (tenant_id, coalesce(occurred_at, created_at), id)
        INCLUDE (expires_at, type)`);
    await runner.query('SELECT mneme_set_system()');
    const tenants = (await runner.query('SELECT tenant_id FROM tenants ORDER BY tenant_id')) as { tenant_id: string }[];
    for (const { tenant_id: tenant } of tenants) await fill(runner, tenant);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX memories_occurred');
    await runner.query('ALTER TABLE memories DROP COLUMN occurred_at');
  }
}

async function fill(runner: QueryRunner, tenant: string): Promise<void> {
  await runner.query('SELECT mneme_set_tenant($1)', [tenant]);
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const page = (await runner.query(
      `SELECT id, metadata -> 'occurredAt' AS stated FROM memories WHERE tenant_id = $1 AND id > $2::uuid
        ORDER BY id LIMIT (SELECT $3::bigint)`,
      [tenant, after, PAGE],
    )) as { id: string; stated: unknown }[];
    const known = page.flatMap(({ id, stated }) => {
      const at = statedMoment(stated)?.at;
      return at === undefined ? [] : [{ id, at: new Date(at) }];
    });
    await runner.query(
      `UPDATE memories m SET occurred_at = given.at FROM json_to_recordset($2::json) AS given (id uuid, at timestamptz)
        WHERE m.tenant_id = $1 AND m.id = given.id`,
      [tenant, JSON.stringify(known)],
    );
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
  }
}
