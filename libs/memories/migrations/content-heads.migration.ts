import type { MigrationInterface, QueryRunner } from 'typeorm';

const year = '(?:19|20)[0-9][0-9]';
const word = String.raw`[^\]\[():;,!?"0-9\s]+`;
const name = `(${word}(?: ${word})?(?: ${word})?)`;
/** A year and another number stand in it, so that it may be a date; a time or a weekday may stand there as well. */
const bracketed = String.raw`[\[(]([^\]\[()]*[0-9][^\]\[()0-9]+${year}[^\]\[()]*|[^\]\[()0-9]*${year}[-/. ][0-9][^\]\[()]*)[\])]`;
const open = `([0-9]+[./ -][0-9a-z]+[./ ,-]+${year}|${year}-[0-9]+-[0-9]+)`;
/** "8 May 2023 was the day: we met" begins with a date and is no line of a log. */
const apart = '(?:[,T ]+[0-9:.]+Z?(?: ?[ap]m)?,? ?[–—-]? ?|, | [–—-] )';

/** A pattern, for PostgreSQL as for JavaScript, not minding case, and which of its groups is what. */
interface ContentHead {
  readonly pattern: string;
  readonly date: number;
  readonly speaker: number;
}

/**
 * How lines of a log begin: "[8 May 2023] Caroline: …", "08/05/2023, 13:56 - Caroline: …", "Caroline (8 May 2023): …". Only
 * a date and a name together are taken for that; a name alone may as well be "Note:".
 *
 * They are as loose as they can be: PostgreSQL takes a few µs for a content that does not begin so, and 50 for one that
 * does; patterns that count letters or know the months took 2 ms. The database keeps what they find, so they never change.
 */
const CONTENT_HEADS: readonly ContentHead[] = [
  { pattern: String.raw`^${bracketed}[\s,–—-]*${name}:\s`, date: 1, speaker: 2 },
  { pattern: String.raw`^${open}${apart}${name}:\s`, date: 1, speaker: 2 },
  { pattern: String.raw`^${name} ?${bracketed}:\s`, date: 2, speaker: 1 },
];

/** What of a date is no part of the day. */
const TIME_OF_DAY = '[0-9]+:[0-9:.]+(?: ?[ap][.]?m[.]?)?';

/** Heads are looked for in so many characters. */
const HEAD_LENGTH = 120;

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
