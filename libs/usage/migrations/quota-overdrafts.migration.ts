import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * While a tenant stores more than its plan allows, its slots hold no shares, and each write that grows sums them anew.
 * Before, what was missing was shared out too: what one slot gave back was room for that slot, although others were
 * still over.
 */
export class QuotaOverdrafts1763901500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(reserveQuota(SHARED_WHERE_FREE));
    // The owner need be no superuser: it must see every tenant's rows once.
    await runner.query('ALTER TABLE quota_slots NO FORCE ROW LEVEL SECURITY');
    await runner.query(`
      UPDATE quota_slots SET memories_limit = 0, bytes_limit = 0
       WHERE tenant_id IN (SELECT tenant_id FROM quota_slots WHERE memories > memories_granted OR bytes > bytes_granted)`);
    await runner.query('ALTER TABLE quota_slots FORCE ROW LEVEL SECURITY');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(reserveQuota(SHARED_ALWAYS));
  }
}

/** What is left out of the plan, to the slots. */
const SHARED_WHERE_FREE = `
           memories_granted = q.memories + CASE q.slot WHEN own THEN more_memories ELSE 0 END
             + free_memories / 8 + CASE WHEN q.slot < free_memories % 8 THEN 1 ELSE 0 END,
           bytes_granted = q.bytes + CASE q.slot WHEN own THEN more_bytes ELSE 0 END
             + free_bytes / 8 + CASE WHEN q.slot < free_bytes % 8 THEN 1 ELSE 0 END,
           memories_limit = CASE WHEN free_memories < 0 THEN 0 ELSE memories_allowed END,
           bytes_limit = CASE WHEN free_bytes < 0 THEN 0 ELSE bytes_allowed END`;

/** As `Quotas1763851100000` has it. */
const SHARED_ALWAYS = `
           memories_granted = q.memories + CASE q.slot WHEN own THEN more_memories ELSE 0 END
             + free_memories / 8 + CASE WHEN q.slot < abs(free_memories % 8) THEN sign(free_memories)::bigint ELSE 0 END,
           bytes_granted = q.bytes + CASE q.slot WHEN own THEN more_bytes ELSE 0 END
             + free_bytes / 8 + CASE WHEN q.slot < abs(free_bytes % 8) THEN sign(free_bytes)::bigint ELSE 0 END,
           memories_limit = memories_allowed, bytes_limit = bytes_allowed`;

/** Takes (or, where negative, gives back) memories and bytes. False: that would be more than is allowed. */
function reserveQuota(shares: string): string {
  return `
  CREATE OR REPLACE FUNCTION mneme_reserve_quota(
    tenant text, own integer, more_memories bigint, more_bytes bigint, memories_allowed bigint, bytes_allowed bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    free_memories bigint;
    free_bytes bigint;
  BEGIN
    BEGIN
      UPDATE quota_slots q SET memories = q.memories + more_memories, bytes = q.bytes + more_bytes
       WHERE q.tenant_id = tenant AND q.slot = own
         AND (more_memories <= 0
              OR q.memories_limit = memories_allowed AND q.memories + more_memories <= q.memories_granted)
         AND (more_bytes <= 0 OR q.bytes_limit = bytes_allowed AND q.bytes + more_bytes <= q.bytes_granted);
      IF FOUND THEN RETURN true; END IF;
      RAISE EXCEPTION USING ERRCODE = 'MQ001';
    EXCEPTION WHEN SQLSTATE 'MQ001' THEN NULL;
    END;
    FOR attempt IN 1..2 LOOP
      SELECT memories_allowed - more_memories - coalesce(sum(q.memories), 0),
             bytes_allowed - more_bytes - coalesce(sum(q.bytes), 0)
        INTO free_memories, free_bytes FROM quota_slots q WHERE q.tenant_id = tenant;
      IF more_memories > 0 AND free_memories < 0 OR more_bytes > 0 AND free_bytes < 0 THEN RETURN false; END IF;
      IF attempt = 1 THEN PERFORM mneme_lock_quota(tenant); END IF;
    END LOOP;
    UPDATE quota_slots q
       SET memories = q.memories + CASE q.slot WHEN own THEN more_memories ELSE 0 END,
           bytes = q.bytes + CASE q.slot WHEN own THEN more_bytes ELSE 0 END,${shares}
     WHERE q.tenant_id = tenant;
    RETURN true;
  END $$`;
}
