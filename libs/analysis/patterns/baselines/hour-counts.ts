import { missedByDraws } from './distinct-draws.js';
import type { Item } from '../types/item.js';
import { NO_HOUR, type Timeline } from '../calendar/timeline.js';

export const HOURS = 24;
/** Below this many standard deviations above the expected number no p of a hundredth or less is to be had. */
const MIN_DEVIATIONS = 1.75;

/** On how many of a thing's days it is around an hour, and what chance makes of the chance of one memory. */
export interface HourCounts {
  /** Days with a memory of which an hour is known. */
  readonly days: number;
  /** Days with a memory in each hour. */
  readonly at: readonly number[];
  /** Days with a memory in each hour, the one before or the one after. */
  readonly around: readonly number[];
  /** Days with so many different hours; the index is their number. */
  readonly byNumber: readonly number[];
}

/** The memories of which an hour is known, and their days. */
export function withHour(item: Item, { dayOf, hours }: Timeline): Pick<Item, 'memories' | 'days'> {
  const memories = item.memories.filter((memory) => hours[memory] !== NO_HOUR);
  return memories.length === item.memories.length
    ? item
    : { memories, days: [...new Set(memories.map((memory) => dayOf[memory] ?? 0))] };
}

/** Counts days, each by the different hours it has: what is there twice counts once. */
export function hourCounts({ memories }: Pick<Item, 'memories'>, { dayOf, hours }: Timeline): HourCounts {
  const counts = { days: 0, at: zeros(HOURS), around: zeros(HOURS), byNumber: zeros(HOURS + 1) };
  for (let next = 0; next < memories.length;) {
    const day = dayOf[memories[next] ?? 0];
    let hoursOfDay = 0;
    for (; next < memories.length && dayOf[memories[next] ?? 0] === day; next += 1) {
      hoursOfDay |= 1 << (hours[memories[next] ?? 0] ?? 0);
    }
    counts.days += 1;
    const number = addHours(counts.at, hoursOfDay);
    addHours(counts.around, hoursOfDay | turned(hoursOfDay, 1) | turned(hoursOfDay, HOURS - 1));
    counts.byNumber[number] = (counts.byNumber[number] ?? 0) + 1;
  }
  return counts;
}

/**
 * How likely a day of the thing has a memory around an hour, by the number of its different hours; the mean of its days.
 * They are drawn one after the other, none twice: where few hours hold nearly everything, two of them are likelier to
 * hold one of these than two memories are, of which each may be at any hour (`least`, which costs next to nothing). The
 * dearer answer is asked for only where so many more days are seen than `least` expects that something may be reported.
 *
 * @param chances of each hour for one memory
 * @param fewest standard deviations above the expected number below which nothing is asked of it
 */
export function chanceOfDay(
  counts: HourCounts,
  chances: readonly number[],
  hour: number,
  fewest = MIN_DEVIATIONS,
): number {
  const { days, byNumber, around } = counts;
  const own = Math.min(1, aroundHour(chances, hour));
  const missedBy = (missed: (number: number) => number): number =>
    byNumber.reduce((sum, count, number) => (count === 0 ? sum : sum + count * missed(number)), 0) / days;
  const least = 1 - missedBy((number) => (1 - own) ** number);
  const beyond = (around[hour] ?? 0) - least * days;
  if (own === 0 || own === 1 || beyond <= fewest * Math.sqrt(days * least * (1 - least))) return least;
  const others = chances.filter((chance, other) => chance > 0 && !isNearHour(other, hour));
  const missed = missedByDraws(
    own,
    others,
    byNumber.findLastIndex((count) => count > 0),
  );
  return Math.max(least, 1 - missedBy((number) => missed[number] ?? 0));
}

/** Of three hours, each with one to both sides. */
function aroundHour(values: readonly number[], hour: number): number {
  return (values[(hour + HOURS - 1) % HOURS] ?? 0) + (values[hour] ?? 0) + (values[(hour + 1) % HOURS] ?? 0);
}

/** What is counted around an hour, as a clock shows it: from the beginning of one hour to the end of another. */
export function hourWindow(hour: number): { readonly fromHour: number; readonly toHour: number } {
  return { fromHour: (hour + HOURS - 1) % HOURS, toHour: (hour + 2) % HOURS };
}

/** At most an hour apart on the clock's face. */
export function isNearHour(hour: number, middle: number): boolean {
  return Math.abs(((hour - middle + HOURS + HOURS / 2) % HOURS) - HOURS / 2) <= 1;
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

/** All hours so much later, round the clock. */
function turned(hours: number, by: number): number {
  return ((hours << by) | (hours >>> (HOURS - by))) & ((1 << HOURS) - 1);
}

/** Counts each hour of a set of them, and returns how many these are. */
function addHours(counts: number[], hours: number): number {
  let number = 0;
  for (let hour = 0; hour < HOURS; hour += 1) {
    if (((hours >> hour) & 1) === 0) continue;
    counts[hour] = (counts[hour] ?? 0) + 1;
    number += 1;
  }
  return number;
}
