import type { PatternViz } from '@mneme/client';
import { count, percent } from '../../text/formats.js';

const HOURS = 24;
const DAYS_A_WEEK = 7;
/** A Monday: days of the week count from there. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const LONG = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** Of the largest values, how many a picture's words name. */
const NAMED = 3;

/** A picture in words, and its numbers as a table. */
export interface Reading {
  readonly label: string;
  readonly head: readonly [string, string];
  readonly rows: readonly (readonly [string, string])[];
}

/** @param day 0 is Monday */
export function weekday(day: number, length: 'long' | 'short' = 'long'): string {
  return (length === 'long' ? LONG : SHORT).format(new Date(MONDAY + day * DAY_MS));
}

export function hour(value: number): string {
  return `${String(value).padStart(2, '0')}:00`;
}

const READINGS: Readonly<Record<PatternViz['kind'], (data: readonly number[]) => Reading>> = {
  weekHour: (data) => {
    const name = (cell: number): string => `${weekday(Math.floor(cell / HOURS))} ${hour(cell % HOURS)}`;
    const cells = [...data.keys()].filter((cell) => (data[cell] ?? 0) > 0);
    return {
      label: `Days by weekday and hour. Most: ${most(data, name)}.`,
      head: ['Hour', 'Days'],
      rows: cells.map((cell) => [name(cell), count(data[cell] ?? 0)]),
    };
  },
  hist: (data) => {
    const name = (gap: number): string => `${count(gap)}${gap === data.length - 1 ? ' or more' : ''} days apart`;
    const gaps = [...data.keys()].filter((gap) => (data[gap] ?? 0) > 0);
    return {
      label: `How many days lie between. Most: ${most(data, name)}.`,
      head: ['Days between', 'Times'],
      rows: gaps.map((gap) => [name(gap), count(data[gap] ?? 0)]),
    };
  },
  spark: (data) => ({
    label: `Days in ${data.length} equal stretches of time, from the first memory to the last. ${halves(data, count)}`,
    head: ['Stretch of time', 'Days'],
    rows: stretches(data, count),
  }),
  line: (data) => ({
    label: `Mean importance in ${data.length} equal stretches of time. ${halves(data, percent)}`,
    head: ['Stretch of time', 'Importance'],
    rows: stretches(data, percent),
  }),
  bars: (data) => {
    const name = data.length === DAYS_A_WEEK ? weekday : hour;
    return {
      label: `Share that feels so, by ${data.length === DAYS_A_WEEK ? 'weekday' : 'hour'}. Most: ${most(data, name, percent)}.`,
      head: [data.length === DAYS_A_WEEK ? 'Weekday' : 'Hour', 'Share'],
      rows: data.map((value, i) => [name(i), percent(value)]),
    };
  },
  pair: ([agree = 0, disagree = 0, expected = 0]) => ({
    label: `${count(agree)} agree, ${count(disagree)} do not. By chance, ${count(expected)} would agree.`,
    head: ['Episodes', 'Number'],
    rows: [
      ['Agree', count(agree)],
      ['Do not agree', count(disagree)],
      ['Would agree by chance', count(expected)],
    ],
  }),
};

/** What a picture shows, for those who do not see it, and for all who want the numbers. */
export function readingOf({ kind, data }: PatternViz): Reading {
  return READINGS[kind](data);
}

function most(data: readonly number[], name: (at: number) => string, value = count): string {
  return [...data.keys()]
    .filter((at) => (data[at] ?? 0) > 0)
    .sort((a, b) => (data[b] ?? 0) - (data[a] ?? 0))
    .slice(0, NAMED)
    .map((at) => `${name(at)} (${value(data[at] ?? 0)})`)
    .join(', ');
}

function halves(data: readonly number[], value: (mean: number) => string): string {
  const middle = Math.floor(data.length / 2);
  const mean = (part: readonly number[]): number => {
    const all = part.reduce((sum, each) => sum + each, 0) / Math.max(1, part.length);
    return Math.round(all * 100) / 100;
  };
  return `On average ${value(mean(data.slice(0, middle)))} in the first half, ${value(mean(data.slice(middle)))} in the second.`;
}

function stretches(data: readonly number[], value: (each: number) => string): [string, string][] {
  return data.map((each, i) => [`${i + 1} of ${data.length}`, value(each)]);
}
