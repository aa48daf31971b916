import { eventAt, type SampleMemory } from './sample-tenant.js';

const DAY_MS = 86_400_000;

/** Days since 1970-01-01, UTC, of the event time: an episode is an item and a day. */
export function dayOf(memory: SampleMemory): number {
  return Math.floor(Date.parse(eventAt(memory)) / DAY_MS);
}

/** 1 Monday to 7 Sunday. */
export function weekdayOf(memory: SampleMemory): number {
  return new Date(eventAt(memory)).getUTCDay() || 7;
}

export function hourOf(memory: SampleMemory): number {
  return new Date(eventAt(memory)).getUTCHours();
}

/** Distinct days, in order. */
export function daysOf(memories: readonly SampleMemory[]): number[] {
  return [...new Set(memories.map(dayOf))].sort((a, b) => a - b);
}

export function tagged(memories: readonly SampleMemory[], tag: string): SampleMemory[] {
  return memories.filter(({ tags }) => tags.includes(tag));
}
