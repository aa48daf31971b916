import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * note_reminders: which notes are still to be reminded of, and when. The job sees the rows of all tenants, so there is
 * nothing in them but identifiers and times; what a note says stays in a table that only its tenant sees.
 */
export class NoteReminders1764200032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes ADD COLUMN remind_at timestamptz(3)');
    await runner.query(`
      CREATE TABLE note_reminders (
        tenant_id text NOT NULL,
        note_id uuid NOT NULL,
        due_at timestamptz(3) NOT NULL,
        CONSTRAINT note_reminders_pk PRIMARY KEY (tenant_id, note_id),
        CONSTRAINT note_reminders_note FOREIGN KEY (tenant_id, note_id) REFERENCES notes ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX note_reminders_due ON note_reminders (due_at)');
    await runner.query('CREATE INDEX note_reminders_tenant_due ON note_reminders (tenant_id, due_at)');
    await runner.query('ALTER TABLE note_reminders ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE note_reminders FORCE ROW LEVEL SECURITY');
    await runner.query(`
      CREATE POLICY note_reminders_tenant ON note_reminders
        USING (tenant_id = current_setting('app.tenant_id', true) OR current_setting('app.system', true) = 'on')`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON note_reminders TO mneme_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE note_reminders');
    await runner.query('ALTER TABLE notes DROP COLUMN remind_at');
  }
}
