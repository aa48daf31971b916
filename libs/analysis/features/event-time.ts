import { strict } from 'chrono-node/en';
import type { EventTimeSource, FeatureSource } from './memory-features.js';
import { namedDay } from './named-day.js';

const moment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
/** What every database reads back as it was written: a zone may move a time out of the years of four digits. */
const FIRST = Date.parse('0100-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const AROUND = 24;
const MAX_AGO_MS = 10 * 366 * 86_400_000;

/** When what a memory tells of happened, and where that was found. */
export interface EventTime {
  /** Unix milliseconds. */
  readonly at: number;
  /** Only the day is known: it is that of `at` in UTC, in every zone. */
  readonly isDay: boolean;
  readonly from: EventTimeSource;
}

/**
 * When what a memory tells of happened: `metadata.occurredAt` (ISO 8601, years 100 to 9999), else the first explicit date in the text
 * that is not after the writing (a later one is a plan), else when it was written.
 */
export function eventTimeOf({ content, metadata, createdAt }: FeatureSource): EventTime {
  const stated = occurredAt(metadata['occurredAt']);
  if (stated !== undefined) return { ...stated, from: 'occurredAt' };
  const dated = dateIn(content.slice(0, 1_000), createdAt);
  if (dated !== undefined) return { ...dated, from: 'text' };
  return { at: createdAt.getTime(), isDay: false, from: 'createdAt' };
}

type Moment = Omit<EventTime, 'from'>;

/** Undefined where it is no date of the calendar. Without a zone UTC is meant: another machine reads the same. */
function occurredAt(value: unknown): Moment | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, time, zone = 'Z'] = moment.exec(value) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const at = Date.parse(`${day}T${time ?? '00:00'}${zone.replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return at >= FIRST && at <= LAST ? { at, isDay: time === undefined } : undefined;
}

/** Not the 30th of February. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(day);
}

function dateIn(text: string, createdAt: Date): Moment | undefined {
  const day = namedDay(text);
  if (!day) return undefined;
  const near = text.slice(day.index, day.index + day.length + AROUND);
  const [found] = strict.parse(near, { instant: createdAt, timezone: 0 });
  if (!found?.start.isCertain('day') || !found.start.isCertain('month')) return undefined;
  const at = found.start.date().getTime();
  const today = at > createdAt.getTime() && at - createdAt.getTime() < 86_400_000;
  if (today && found.start.date().getUTCDate() === createdAt.getUTCDate()) return undefined;
  const isPast = at <= createdAt.getTime() && createdAt.getTime() - at < MAX_AGO_MS;
  return isPast ? { at, isDay: !found.start.isCertain('hour') } : undefined;
}
