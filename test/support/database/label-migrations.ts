import type { Schema } from '@mneme/platform/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a newer release does: it adds a column that may be left out, and a function behind a trigger. */
export class Labels1790000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE labels (name text NOT NULL, CONSTRAINT labels_pk PRIMARY KEY (name))');
    await runner.query('CREATE TABLE label_groups (name text NOT NULL)');
    await runner.query(`CREATE TYPE label_colour AS ENUM ('red', 'green')`);
    await runner.query(
      'CREATE FUNCTION keep_labels() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM labels; RETURN NULL; END $$',
    );
    await runner.query('CREATE TRIGGER tenants_keep_labels AFTER DELETE ON tenants EXECUTE FUNCTION keep_labels()');
    await runner.query('CREATE VIEW label_names AS SELECT name FROM labels');
    await runner.query('ALTER TABLE memories ADD COLUMN label text');
  }
  async down(): Promise<void> {
    // Never undone here.
  }
}

export class LabelNames1790000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW label_names');
    await runner.query('ALTER TABLE labels RENAME TO memory_labels');
    await runner.query('ALTER TABLE label_groups RENAME TO labels');
  }
  async down(): Promise<void> {
    // Never undone here.
  }
}

/** A table that refers to that of another feature. */
export class Extra1790000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE extras (name text CONSTRAINT extras_label REFERENCES memory_labels)');
  }
  async down(): Promise<void> {
    // Never undone here.
  }
}

export class Broken1790000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE half (name text)');
    await runner.query('CREATE TABLE memories (name text)');
  }
  async down(): Promise<void> {
    // Never undone here.
  }
}

/** The feature of these migrations. */
export const labels = (...more: Schema['migrations']): Schema => ({
  feature: 'labels',
  entities: [],
  migrations: [{ expands: Labels1790000001000 }, ...more],
});
