import { MIN_P } from '../types/candidate.js';
import type { Finding } from '../selection/fdr-selection.js';
import { capitalised, inOneLine, namesOf, plural, quoted, whenOf } from './names.js';
import { sentenceOf } from './sentence.js';

/** What a finding says: in one line, in a sentence without numbers, and with its numbers. */
export function describe(finding: Finding): { title: string; sentence: string; description: string } {
  const sentences = [
    `${claimOf(finding)}: ${numbersOf(finding)}.`,
    `q ${finding.p <= MIN_P ? '<' : '='} ${significant(finding.q)}.`,
    ...(finding.tier === 'tentative' ? ['Tentative: chance alone gives some like it.'] : []),
  ];
  return { title: titleOf(finding), sentence: sentenceOf(finding), description: sentences.join(' ') };
}

function titleOf(finding: Finding): string {
  const [first = '', second = ''] = namesOf(finding);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first}: ${whenOf(params)}`;
    case 'interval':
      return `${first}: every ${plural(Number(params['intervalDays']), 'day')}`;
    case 'sequence':
      return `${first}, then ${second}`;
    case 'association':
      return `${first} with ${second}`;
    case 'emotion':
      return `${first}: ${String(params['direction'])} feeling`;
    case 'mood':
      return `${capitalised(whenOf(params))}: ${params['direction'] === 'positive' ? 'better' : 'worse'} mood`;
    case 'importance':
      return `${first}: ${String(params['direction'])} importance`;
    case 'importance_trend':
      return `${first}: ${params['direction'] === 'up' ? 'rising' : 'falling'} importance`;
    case 'trend':
      return `${first}: ${params['direction'] === 'up' ? 'growing' : 'shrinking'}`;
    case 'theme':
      return `Theme: ${first}`;
    case 'preference':
      return `${inOneLine(String(params['chosen']))} rather than ${inOneLine(String(params['instead']))}`;
  }
}

function claimOf(finding: Finding): string {
  const [first = '', second = ''] = namesOf(finding).map(quoted);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first} appears ${params['weekday'] === undefined ? '' : 'on '}${whenOf(params)}`;
    case 'interval':
      return `${first} comes back after about ${plural(Number(params['intervalDays']), 'day')}${rangeOf(params)}`;
    case 'sequence':
      return `${first} is followed by ${second} within ${params['withinDays'] === 1 ? 'a day' : `${String(params['withinDays'])} days`}`;
    case 'association':
      return `${first} goes with ${second} on the same day`;
    case 'emotion':
      return `What concerns ${first} feels ${params['direction'] === 'positive' ? 'good' : 'bad'}`;
    case 'mood':
      return moodOf(params);
    case 'importance':
      return `${first} is ${importanceOf(params)}`;
    case 'importance_trend':
      return `${first} becomes ${params['direction'] === 'up' ? 'more' : 'less'} important (on average ${String(params['from'])}, then ${String(params['to'])})`;
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
      return routineOf(finding);
    case 'interval':
      return `${observed} of ${plural(of, 'return')} ${expected}`;
    case 'sequence':
      return `${followedOf(finding)}. Where they meet in one order only, it is this one ${observed} of ${plural(of, 'time')} ${expected}`;
    case 'association':
      return `${observed} of its ${plural(of, 'day')} ${expected}${inOneMemory(finding)}`;
    case 'emotion':
      return `${days} with a recognized feeling ${expected}`;
    case 'mood':
      return `${days} with a recognized feeling are ${params['direction'] === 'positive' ? 'good' : 'bad'} ${expected}`;
    case 'importance_trend':
      return `${observed} of ${plural(of, 'week')} of its later half are ${params['direction'] === 'up' ? 'above' : 'below'} its middle ${expected}`;
    case 'trend':
      return `${days} in the ${params['direction'] === 'up' ? 'later' : 'earlier'} half of what else was written ${expected}`;
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

function onWhen(params: Finding['params']): string {
  return `${params['weekday'] === undefined ? '' : 'on '}${whenOf(params)}`;
}

function moodOf(params: Finding['params']): string {
  const others = params['weekday'] === undefined ? 'at other hours' : 'on other days';
  const feels = params['direction'] === 'positive' ? 'better' : 'worse';
  return `${capitalised(onWhen(params))}, memories feel ${feels} than ${others}`;
}

/** What is counted in the outer quarter says how many lie there, not how many are above the usual. */
function importanceOf({ direction, among, than }: Finding['params']): string {
  const more = direction === 'high';
  return among === 'quarter'
    ? `among the ${more ? 'most' : 'least'} important quarter of what is written (${more ? 'above' : 'below'} ${String(than)})`
    : `held to be ${more ? 'more' : 'less'} important than usual`;
}

/** Of a weekday and an hour: how many days are both, and what was tested, which is the clearer of the two alone. */
function routineOf({ params, observed, of, expected, daysOfBoth = observed }: Finding): string {
  const { counted, weekday = 0, hour, ...window } = params;
  const both = `${daysOfBoth} of its ${plural(of, 'day')}`;
  if (counted === undefined) return `${both} (expected ${round(expected)})`;
  const tested =
    counted === 'hour' ? `${capitalised(whenOf(window))} on any day` : `${whenOf({ weekday })} at any hour`;
  return `${both}. ${tested}: ${observed} (expected ${round(expected)})`;
}

function rangeOf({ fromDays, toDays }: Finding['params']): string {
  return fromDays === toDays ? '' : ` (${String(fromDays)} to ${String(toDays)})`;
}

function round(value: number): string {
  if (value < 0.05) return 'less than 0.1';
  return value >= 9.95 ? value.toFixed(0) : value.toFixed(1);
}

function significant(value: number): string {
  // .97 would be 1 with one digit.
  return value < 1e-4 ? value.toExponential(0) : value.toPrecision(value > 0.9 ? 2 : 1);
}
