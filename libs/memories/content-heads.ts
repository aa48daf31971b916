const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const nth = '[0-9]{1,2}(?:st|nd|rd|th)?';
const iso = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const spelled = [
  `${nth} (?:of )?${month},? [0-9]{4}`,
  `${month} ${nth},? [0-9]{4}`,
  '[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}',
].join('|');
const word = String.raw`[^\]\[():;,.!?"0-9\s]{1,24}\.?`;
const name = `(${word}(?: ${word}){0,2})`;
/** In brackets, with a time or a weekday at most. */
const bracketed = String.raw`[\[(](?:[^\]\[()\n]{0,19}[^\]\[()\n0-9])?(${iso}|${spelled})[^\]\[()\n]{0,20}[\])]`;
/** Without brackets a date that is spelled needs more than a blank behind it: "8 May 2023 was the day: …" is no head. */
const open = `(${iso}|(?:${spelled})(?=,| ?[–—-]| [0-9]))`;
const time = '(?:[,T ]{1,2}[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]m)?)?';

/** A pattern, for PostgreSQL as for JavaScript, not minding case, and which of its groups is what. */
interface ContentHead {
  readonly pattern: string;
  readonly day: number;
  readonly speaker: number;
}

/**
 * How lines of a log begin: "[8 May 2023] Caroline: …", "2023-05-08 13:56 Caroline: …", "Caroline (8 May 2023): …". Only
 * a date and a name together are taken for that; a name alone may as well be "Note:". The database keeps what they
 * find, so they never change: another way to begin comes with a migration of its own.
 */
export const CONTENT_HEADS: readonly ContentHead[] = [
  { pattern: String.raw`^${bracketed}[\s,–—-]*${name}:\s`, day: 1, speaker: 2 },
  { pattern: String.raw`^${open}${time}[\s,–—-]*${name}:\s`, day: 1, speaker: 2 },
  { pattern: String.raw`^${name} ?${bracketed}:\s`, day: 2, speaker: 1 },
];

/** Heads are looked for in so many characters. */
export const HEAD_LENGTH = 120;
