import type { MigrationInterface, QueryRunner } from 'typeorm';

/** job_leases: when each job that one process does for all is due, and who has it in hand. Holds nothing of a tenant. */
export class JobLeases1763881800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE job_leases (
        name text NOT NULL,
        due_at timestamptz NOT NULL,
        holder uuid,
        held_until timestamptz,
        CONSTRAINT job_leases_pk PRIMARY KEY (name),
        CONSTRAINT job_leases_held CHECK ((holder IS NULL) = (held_until IS NULL))
      )`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON job_leases TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_leases');
  }
}
