import type { Item } from '../types/item.js';
import type { Finding } from '../selection/fdr-selection.js';
import { capitalised, inOneLine, labelOf, plural, quoted, whenOf } from './names.js';

/** From this share on something is said to be usual; below it only that chance does not explain it. */
const USUAL_SHARE = 0.6;

/** What a finding says, for a reader who wants no statistics, with as few numbers as it takes to be true. It claims no more than the counts hold. */
export function sentenceOf(finding: Finding): string {
  const [first = '', second = ''] = finding.items.map(subjectOf);
  const { family, params, items } = finding;
  const direction = String(params['direction']);
  switch (family) {
    case 'routine':
      return `${first} ${verbOf(items, 'come')} up ${habitOf(finding)}.`;
    case 'interval':
      return `${first} usually ${verbOf(items, 'come')} back after about ${plural(Number(params['intervalDays']), 'day')}.`;
    case 'sequence':
      return orderOf(finding, first, second);
    case 'association':
      return isUsual(finding)
        ? `When ${first} comes up, ${second} usually does too.`
        : `${first} and ${second} come up on the same day more often than chance explains.`;
    case 'emotion':
      return `When a feeling is recognized in memories with ${first}, it is mostly a ${direction === 'positive' ? 'good' : 'bad'} one.`;
    case 'mood':
      return moodOf(params);
    case 'importance':
      return `${first} ${verbOf(items, 'be')} rated ${direction === 'high' ? 'more' : 'less'} important than most memories.`;
    case 'importance_trend':
      return `${first} ${verbOf(items, 'have')} become ${direction === 'up' ? 'more' : 'less'} important over time.`;
    case 'trend':
      return `${first} ${verbOf(items, 'take')} up ${direction === 'up' ? 'more and more' : 'less and less'} of the memories.`;
    case 'theme':
      return `The subject ${first} keeps coming up.`;
    case 'preference':
      return `${alternative(params['chosen'])} is usually chosen over ${alternative(params['instead'])}.`;
  }
}

function habitOf(finding: Finding): string {
  const { params } = finding;
  const when = `${params['weekday'] === undefined ? '' : 'on '}${whenOf(params)}`;
  return isUsual(finding) ? `mostly ${when}` : `more often ${when} than at other times`;
}

function moodOf(params: Finding['params']): string {
  const feelings = params['direction'] === 'positive' ? 'good' : 'bad';
  const isHour = params['weekday'] === undefined;
  return `${capitalised(isHour ? whenOf(params) : `on ${whenOf(params)}`)}, memories express ${feelings} feelings more often than ${isHour ? 'at other hours' : 'on other days'}.`;
}

/** Tested is the order; how often the second thing follows at all is another matter. Days of both, and both orders, are cases too. */
function orderOf({ items, params, followedDays = 0, cases }: Finding, first: string, second: string): string {
  const within = params['withinDays'] === 1 ? 'a day' : plural(Number(params['withinDays']), 'day');
  return followedDays >= USUAL_SHARE * (items[0]?.days.length ?? 0)
    ? `After ${first}, ${second} usually comes up within ${within}.`
    : `Where ${first} and ${second} come up within ${within} of each other, ${second} comes only after ${first} in ${cases?.inOrder ?? 0} of ${plural(cases?.all ?? 0, 'case')}.`;
}

function isUsual({ observed, of, daysOfBoth = observed }: Finding): boolean {
  return daysOfBoth >= USUAL_SHARE * of;
}

/** Types are no subjects: their memories are. */
function subjectOf(item: Item): string {
  const shown = quoted(inOneLine(labelOf(item)));
  return item.kind === 'type' ? `Memories of type ${shown}` : shown;
}

function verbOf([item]: Finding['items'], verb: 'come' | 'take' | 'be' | 'have'): string {
  const isPlural = item?.kind === 'type';
  if (verb === 'be') return isPlural ? 'are' : 'is';
  if (verb === 'have') return isPlural ? 'have' : 'has';
  return isPlural ? verb : `${verb}s`;
}

function alternative(name: Finding['params'][string] | undefined): string {
  return quoted(inOneLine(String(name)));
}
