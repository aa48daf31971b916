import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * index_changes: what has left the index queue within the last hour, because the index has it now. A row is one statement's, of
 * one tenant and model. Processes that keep a tenant's index in memory follow it: rows of transactions that the snapshot
 * of their last look did not see are new. So they are found without a lock, in whichever order the transactions commit.
 *
 * A trigger writes it, so that no writer can leave it out, a process of an earlier release included. Of a tenant that is being
 * erased nothing is written any more.
 */
export class IndexChanges1764300030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE index_changes (
        tenant_id text NOT NULL,
        model_id text NOT NULL,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        memory_ids uuid[] NOT NULL,
        versions integer[] NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX index_changes_new ON index_changes (tenant_id, model_id, xid)');
    await runner.query('CREATE INDEX index_changes_old ON index_changes (written_at)');
    await runner.query('ALTER TABLE index_changes ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE index_changes FORCE ROW LEVEL SECURITY');
    // A statement of the sweep may settle entries of several tenants, and the retention is one for all. No row has content.
    await runner.query(`CREATE POLICY index_changes_tenant ON index_changes USING (
      tenant_id = current_setting('app.tenant_id', true) OR current_setting('app.system', true) = 'on')`);
    await runner.query('GRANT SELECT, INSERT, DELETE ON index_changes TO mneme_app');
    await runner.query(LOG);
    await runner.query(`
      CREATE TRIGGER index_queue_settled AFTER DELETE ON index_queue REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION mneme_log_index_changes()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER index_queue_settled ON index_queue');
    await runner.query('DROP FUNCTION mneme_log_index_changes()');
    await runner.query('DROP TABLE index_changes');
  }
}

const LOG = `
  CREATE FUNCTION mneme_log_index_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO index_changes (tenant_id, model_id, memory_ids, versions)
    SELECT tenant_id, model_id, array_agg(memory_id), array_agg(version) FROM gone
     WHERE NOT EXISTS (SELECT FROM tenant_erasures e WHERE e.tenant_id = gone.tenant_id) GROUP BY tenant_id, model_id;
    RETURN NULL;
  END $$`;
