import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * quota_slots: what a tenant stores, and what of its plan each slot may still take, spread over eight rows so that its
 * writers rarely wait for each other. docs/adr/0011 proves that together they never take more than the plan has.
 *
 * The two functions are plpgsql for one reason: a row that an UPDATE waited for and then did not match stays locked
 * until the transaction ends, and a second writer in that state would be a deadlock. Only a subtransaction gives the
 * lock back, and its EXCEPTION block is that without another message to the server.
 */
export class Quotas1763851100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quota_slots (
        tenant_id text NOT NULL,
        slot smallint NOT NULL,
        memories bigint NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        memories_granted bigint NOT NULL DEFAULT 0,
        bytes_granted bigint NOT NULL DEFAULT 0,
        memories_limit bigint NOT NULL DEFAULT 0,
        bytes_limit bigint NOT NULL DEFAULT 0,
        CONSTRAINT quota_slots_pk PRIMARY KEY (tenant_id, slot),
        CONSTRAINT quota_slots_slot_range CHECK (slot BETWEEN 0 AND 7)
      ) WITH (fillfactor = 50)`);
    await runner.query('ALTER TABLE quota_slots ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE quota_slots FORCE ROW LEVEL SECURITY');
    await runner.query(
      `CREATE POLICY quota_slots_tenant ON quota_slots USING (tenant_id = current_setting('app.tenant_id', true))`,
    );
    await runner.query('GRANT SELECT, INSERT, UPDATE ON quota_slots TO mneme_app');
    await runner.query(LOCK);
    await runner.query(RESERVE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION mneme_reserve_quota(text, integer, bigint, bigint, bigint, bigint)');
    await runner.query('DROP FUNCTION mneme_lock_quota(text)');
    await runner.query('DROP TABLE quota_slots');
  }
}

/** Holds every slot of the tenant until the transaction ends, in one order for all. */
const LOCK = `
  CREATE FUNCTION mneme_lock_quota(tenant text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM FROM quota_slots q WHERE q.tenant_id = tenant ORDER BY q.slot FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO quota_slots (tenant_id, slot) SELECT tenant, s FROM generate_series(0, 7) s
        ON CONFLICT ON CONSTRAINT quota_slots_pk DO NOTHING;
      PERFORM FROM quota_slots q WHERE q.tenant_id = tenant ORDER BY q.slot FOR UPDATE;
    END IF;
  END $$`;

/** Takes (or, where negative, gives back) memories and bytes. False: that would be more than is allowed. */
const RESERVE = `
  CREATE FUNCTION mneme_reserve_quota(
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
           bytes = q.bytes + CASE q.slot WHEN own THEN more_bytes ELSE 0 END,
           memories_granted = q.memories + CASE q.slot WHEN own THEN more_memories ELSE 0 END
             + free_memories / 8 + CASE WHEN q.slot < abs(free_memories % 8) THEN sign(free_memories)::bigint ELSE 0 END,
           bytes_granted = q.bytes + CASE q.slot WHEN own THEN more_bytes ELSE 0 END
             + free_bytes / 8 + CASE WHEN q.slot < abs(free_bytes % 8) THEN sign(free_bytes)::bigint ELSE 0 END,
           memories_limit = memories_allowed, bytes_limit = bytes_allowed
     WHERE q.tenant_id = tenant;
    RETURN true;
  END $$`;
