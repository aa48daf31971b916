import { MIN_P } from '../types/candidate.js';
import type { Finding } from '../selection/fdr-selection.js';

const WEEKDAYS = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];
/** Around a name; the first that it does not hold itself. */
const QUOTES = ["''", '""', '“”'] as const;

/** What a finding says, in one line and in sentences with its numbers. */
export function describe(finding: Finding): { title: string; description: string } {
  const sentences = [
    `${sentenceOf(finding)}: ${numbersOf(finding)}.`,
    `q ${finding.p <= MIN_P ? '<' : '='} ${significant(finding.q)}.`,
    ...(finding.tier === 'tentative' ? ['Tentative: chance alone gives some like it.'] : []),
  ];
  return { title: titleOf(finding), description: sentences.join(' ') };
}

function titleOf(finding: Finding): string {
  const [first = '', second = ''] = names(finding);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first}: ${when(params)}`;
    case 'interval':
      return `${first}: every ${plural(Number(params['intervalDays']), 'day')}`;
    case 'sequence':
      return `${first}, then ${second}`;
    case 'association':
      return `${first} with ${second}`;
    case 'emotion':
      return `${first}: ${String(params['direction'])} feeling`;
    case 'importance':
      return `${first}: ${String(params['direction'])} importance`;
    case 'trend':
      return `${first}: ${params['direction'] === 'up' ? 'growing' : 'shrinking'}`;
    case 'theme':
      return `theme: ${first}`;
    case 'preference':
      return `${inOneLine(String(params['chosen']))} rather than ${inOneLine(String(params['instead']))}`;
  }
}

function sentenceOf(finding: Finding): string {
  const [first = '', second = ''] = names(finding).map(quoted);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first} appears ${params['weekday'] === undefined ? '' : 'on '}${when(params)}`;
    case 'interval':
      return `${first} comes back after about ${plural(Number(params['intervalDays']), 'day')}${rangeOf(params)}`;
    case 'sequence':
      return `${first} is followed by ${second} within ${params['withinDays'] === 1 ? 'a day' : `${String(params['withinDays'])} days`}`;
    case 'association':
      return `${first} goes with ${second} on the same day`;
    case 'emotion':
      return `What concerns ${first} feels ${params['direction'] === 'positive' ? 'good' : 'bad'}`;
    case 'importance':
      return `${first} is ${importanceOf(params)}`;
    case 'trend':
      return `${first} takes a ${params['direction'] === 'up' ? 'growing' : 'shrinking'} share of the memories`;
    case 'theme':
      return `${first} keeps coming up`;
    case 'preference':
      return `${quoted(inOneLine(String(params['chosen'])))} is chosen rather than ${quoted(inOneLine(String(params['instead'])))}`;
  }
}

/** How many of what, with the unit that was counted. */
function numbersOf(finding: Finding): string {
  const { family, observed, of, params } = finding;
  const expected = `(expected ${round(finding.expected)})`;
  const days = `${observed} of ${plural(of, 'day')}`;
  switch (family) {
    case 'routine':
      return `${days}${countedOf(params)} ${expected}`;
    case 'interval':
      return `${observed} of ${plural(of, 'return')} ${expected}`;
    case 'sequence':
      return `${followedOf(finding)}. Where they meet in one order only, it is this one ${observed} of ${plural(of, 'time')} ${expected}`;
    case 'association':
      return `${observed} of its ${plural(of, 'day')} ${expected}${inOneMemory(finding)}`;
    case 'emotion':
      return `${days} with a feeling ${expected}`;
    case 'trend':
      return `${days} in the ${params['direction'] === 'up' ? 'later' : 'earlier'} half ${expected}`;
    case 'theme':
      return `${days} looked at ${expected}`;
    case 'importance':
    case 'preference':
      return `${days} ${expected}`;
  }
}

/** The order says nothing of how often the second thing comes at all. */
function followedOf({ items, followedDays = 0 }: Finding): string {
  return `on ${followedDays} of its ${plural(items[0]?.days.length ?? 0, 'day')}`;
}

function inOneMemory({ observed, daysInOneMemory = 0 }: Finding): string {
  if (daysInOneMemory === 0) return '';
  return daysInOneMemory === observed ? ', always in one memory' : `, on ${daysInOneMemory} of them in one memory`;
}

function when(params: Finding['params']): string {
  const { weekday, hour } = params;
  const day = weekday === undefined ? '' : (WEEKDAYS[Number(weekday)] ?? '');
  const time = hour === undefined ? '' : `around ${String(hour).padStart(2, '0')}:00`;
  return [day, time].filter((part) => part !== '').join(' ');
}

/** What is counted in the outer quarter says how many lie there, not how many are above the usual. */
function importanceOf({ direction, among, than }: Finding['params']): string {
  const more = direction === 'high';
  return among === 'quarter'
    ? `among the ${more ? 'most' : 'least'} important quarter of what is written (${more ? 'above' : 'below'} ${String(than)})`
    : `held to be ${more ? 'more' : 'less'} important than usual`;
}

/** Of a weekday and an hour: which of the two was counted. */
function countedOf({ counted, weekday, hour }: Finding['params']): string {
  if (counted === undefined) return '';
  return counted === 'hour' ? ` ${when({ hour: hour ?? 0 })}` : ` on ${when({ weekday: weekday ?? 0 })}`;
}

function rangeOf({ fromDays, toDays }: Finding['params']): string {
  return fromDays === toDays ? '' : ` (${String(fromDays)} to ${String(toDays)})`;
}

function names(finding: Finding): string[] {
  return finding.items.map((item) => inOneLine(item.name));
}

/** A tag may hold line breaks. */
function inOneLine(name: string): string {
  return boundedName(name).replace(/\s+/gu, ' ');
}

function quoted(name: string): string {
  const [open, close] = QUOTES.find((marks) => !name.includes(marks.charAt(0))) ?? QUOTES[2];
  return `${open}${name}${close}`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function round(value: number): string {
  if (value < 0.05) return 'less than 0.1';
  return value >= 9.95 ? value.toFixed(0) : value.toFixed(1);
}

function significant(value: number): string {
  return value < 1e-4 ? value.toExponential(0) : value.toPrecision(1);
}

/** Longest name that is reported, in characters; names are other people's text. */
const MAX_NAME_LENGTH = 80;

export function boundedName(name: string): string {
  const characters = [...name.slice(0, 2 * MAX_NAME_LENGTH + 2)];
  return characters.length <= MAX_NAME_LENGTH ? name : `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`;
}
