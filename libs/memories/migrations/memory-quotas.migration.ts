import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was stored before there were quotas counts too. Its first write then spreads what the plan has left. */
export class MemoryQuotas1763851300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = ['memory_totals', 'quota_slots'];
    // The owner need be no superuser: it must see every tenant's rows once.
    for (const table of tables) await runner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    await runner.query(`
      INSERT INTO quota_slots (tenant_id, slot, memories, bytes)
      SELECT t.tenant_id, s.slot, coalesce(sum(t.memories) FILTER (WHERE t.slot = s.slot), 0),
             coalesce(sum(t.bytes) FILTER (WHERE t.slot = s.slot), 0)
        FROM memory_totals t CROSS JOIN generate_series(0, 7) AS s(slot) GROUP BY t.tenant_id, s.slot`);
    for (const table of tables) await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('TRUNCATE quota_slots');
  }
}
