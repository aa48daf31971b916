import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which pepper a key was hashed with; null: it was made before this was recorded, and has not been used since. */
export class KeyPeppers1764200051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE api_keys ADD COLUMN pepper_id text,
         ADD CONSTRAINT api_keys_pepper_id_form CHECK (pepper_id ~ '^[0-9a-f]{8}$')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN pepper_id');
  }
}
