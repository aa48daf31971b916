import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CONTENT_HEADS, HEAD_LENGTH, TIME_OF_DAY } from './content-heads.js';

/**
 * Session and speaker also of a memory that is a line of a log: the day and the name that its content begins with, where
 * its metadata says nothing else. The table is written anew, once for both columns, with its rows locked meanwhile.
 */
export class ContentHeads1763897300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await keep(
      runner,
      [label('sessionId'), ...CONTENT_HEADS.map(({ pattern, date }) => dayOf(part(pattern, date)))],
      [label('speaker'), ...CONTENT_HEADS.map(({ pattern, speaker }) => part(pattern, speaker))],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await keep(runner, [label('sessionId')], [label('speaker')]);
  }
}

/** The columns as the first of these values that is one. */
async function keep(runner: QueryRunner, session: readonly string[], speaker: readonly string[]): Promise<void> {
  await runner.query(`
    ALTER TABLE memories
      DROP COLUMN session_id,
      DROP COLUMN speaker,
      ADD COLUMN session_id text GENERATED ALWAYS AS (coalesce(${session.join(', ')})) STORED,
      ADD COLUMN speaker text GENERATED ALWAYS AS (coalesce(${speaker.join(', ')})) STORED`);
  await runner.query(
    'CREATE INDEX memories_session ON memories (tenant_id, session_id, created_at, id) WHERE session_id IS NOT NULL',
  );
}

function label(key: string): string {
  return `CASE WHEN json_typeof(metadata -> '${key}') IN ('string', 'number') AND length(metadata ->> '${key}') BETWEEN 1 AND 128
               THEN metadata ->> '${key}' END`;
}

function part(pattern: string, group: number): string {
  return `(regexp_match(left(content, ${String(HEAD_LENGTH)}), $head$${pattern}$head$, 'i'))[${String(group)}]`;
}

function dayOf(date: string): string {
  return `lower(trim(regexp_replace(${date}, $time$${TIME_OF_DAY}$time$, '', 'i')) COLLATE "C")`;
}
