import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tags in the order of their code points, whatever the database's own order is: a list of them goes through their index in
 * that order, and tags that begin alike lie side by side in it, which no order of a language promises. Both indexes are
 * built again and the rows stay as they are; a third index would be written with every memory, for ever.
 */
export class TagOrder1764300007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memory_tags ALTER COLUMN tag TYPE text COLLATE "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memory_tags ALTER COLUMN tag TYPE text COLLATE "default"');
  }
}
