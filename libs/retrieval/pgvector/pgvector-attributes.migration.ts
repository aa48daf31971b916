import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['vector_points', 'vector_points_b'];

/**
 * What searches filter by beside type, tags and creation. Null in the rows that the release before has written and goes
 * on writing during an upgrade: nothing is known of them then. The index finds the few that have expired.
 */
export class PgvectorAttributes1764300001000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await db.query(`
        ALTER TABLE ${table} ADD COLUMN attributes text[], ADD COLUMN occurred_at timestamptz,
          ADD COLUMN expires_at timestamptz`);
      await db.query(`
        CREATE INDEX ${table}_expiry ON ${table} (tenant_id, expires_at, memory_id) WHERE expires_at IS NOT NULL`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await db.query(`
        ALTER TABLE ${table} DROP COLUMN attributes, DROP COLUMN occurred_at, DROP COLUMN expires_at`);
    }
  }
}
