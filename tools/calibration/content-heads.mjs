/** How the database finds session and speaker in a content: the patterns of libs/memories/migrations/content-heads.migration.ts. */

const year = '(?:19|20)[0-9][0-9]';
const word = String.raw`[^\]\[():;,!?"0-9\s]+`;
const name = `(${word}(?: ${word})?(?: ${word})?)`;
/** A year and another number stand in it, so that it may be a date; a time or a weekday may stand there as well. */
const bracketed = String.raw`[\[(]([^\]\[()]*[0-9][^\]\[()0-9]+${year}[^\]\[()]*|[^\]\[()0-9]*${year}[-/. ][0-9][^\]\[()]*)[\])]`;
const open = `([0-9]+[./ -][0-9a-z]+[./ ,-]+${year}|${year}-[0-9]+-[0-9]+)`;
/** "8 May 2023 was the day: we met" begins with a date and is no line of a log. */
const apart = '(?:[,T ]+[0-9:.]+Z?(?: ?[ap]m)?,? ?[–—-]? ?|, | [–—-] )';

/**
 * How lines of a log begin: "[8 May 2023] Caroline: …", "08/05/2023, 13:56 - Caroline: …", "Caroline (8 May 2023): …". Only
 * a date and a name together are taken for that; a name alone may as well be "Note:".
 *
 * They are as loose as they can be: PostgreSQL takes a few µs for a content that does not begin so, and 50 for one that
 * does; patterns that count letters or know the months took 2 ms. The database keeps what they find, so they never change.
 */
export const CONTENT_HEADS = [
  { pattern: String.raw`^${bracketed}[\s,–—-]*${name}:\s`, date: 1, speaker: 2 },
  { pattern: String.raw`^${open}${apart}${name}:\s`, date: 1, speaker: 2 },
  { pattern: String.raw`^${name} ?${bracketed}:\s`, date: 2, speaker: 1 },
];

/** What of a date is no part of the day. */
export const TIME_OF_DAY = '[0-9]+:[0-9:.]+(?: ?[ap][.]?m[.]?)?';

/** Heads are looked for in so many characters. */
export const HEAD_LENGTH = 120;
