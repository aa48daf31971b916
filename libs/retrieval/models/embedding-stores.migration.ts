import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `store`: where a model's vectors are, so that another place is filled from the records instead of being searched empty. */
export class EmbeddingStores1763856009000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE embedding_models ADD COLUMN store text NOT NULL DEFAULT 'qdrant mneme'`);
    await db.query('ALTER TABLE embedding_models ALTER COLUMN store DROP DEFAULT');
    await db.query(`UPDATE embedding_models SET queued_all_at = now() WHERE state = 'current'`);
    const [table] = (await db.query(`SELECT to_regclass('public.vector_models') AS name`)) as { name: string | null }[];
    if (table === undefined || table.name === null) return;
    await db.query(`UPDATE embedding_models SET store = 'pgvector' WHERE id IN (SELECT id FROM vector_models)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE embedding_models DROP COLUMN store');
  }
}
