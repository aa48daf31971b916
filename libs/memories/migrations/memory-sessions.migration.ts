import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Session and speaker of a memory as columns of their own, taken from its metadata, so that a search can look up a
 * memory's neighbours by an index. Longer values than 128 characters, and others than text or numbers, name nobody.
 */
export class MemorySessions1763815008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE memories
        ADD COLUMN session_id text GENERATED ALWAYS AS (${label('sessionId')}) STORED,
        ADD COLUMN speaker text GENERATED ALWAYS AS (${label('speaker')}) STORED`);
    await runner.query(
      'CREATE INDEX memories_session ON memories (tenant_id, session_id, created_at, id) WHERE session_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX memories_session');
    await runner.query('ALTER TABLE memories DROP COLUMN session_id, DROP COLUMN speaker');
  }
}

function label(key: string): string {
  return `CASE WHEN json_typeof(metadata -> '${key}') IN ('string', 'number') AND length(metadata ->> '${key}') BETWEEN 1 AND 128
               THEN metadata ->> '${key}' END`;
}
