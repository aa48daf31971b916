import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * deletion_jobs: deletions that are too large for one request, and how far each is. deletion_queue: when each is to be
 * worked on and who has it in hand; for a job that has ended, when it is to be forgotten.
 *
 * A job's filter may hold personal values, so only its tenant sees it, and it goes when the job ends. The queue holds
 * identifiers, and jobs of every tenant are claimed from it.
 */
export class MemoryDeletion1764300006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deletion_jobs (
        tenant_id text NOT NULL,
        id uuid NOT NULL,
        state text NOT NULL,
        filter json,
        matched integer NOT NULL,
        deleted integer NOT NULL DEFAULT 0,
        after_created_at timestamptz(3),
        after_id uuid,
        error text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT deletion_jobs_pk PRIMARY KEY (tenant_id, id),
        CONSTRAINT deletion_jobs_state CHECK (state IN ('running', 'done', 'failed')),
        CONSTRAINT deletion_jobs_filter CHECK ((filter IS NULL) = (state <> 'running')),
        CONSTRAINT deletion_jobs_after CHECK ((after_created_at IS NULL) = (after_id IS NULL))
      )`);
    await runner.query(`
      CREATE TABLE deletion_queue (
        tenant_id text NOT NULL,
        job_id uuid NOT NULL,
        due_at timestamptz NOT NULL,
        holder uuid,
        attempts smallint NOT NULL DEFAULT 0,
        CONSTRAINT deletion_queue_pk PRIMARY KEY (tenant_id, job_id)
      )`);
    await runner.query('CREATE INDEX deletion_queue_due ON deletion_queue (due_at)');
    const own = `tenant_id = current_setting('app.tenant_id', true)`;
    const policies = { deletion_jobs: own, deletion_queue: `${own} OR current_setting('app.system', true) = 'on'` };
    for (const [table, rule] of Object.entries(policies)) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY ${table}_tenant ON ${table} USING (${rule})`);
      await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO mneme_app`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deletion_queue, deletion_jobs');
  }
}
