/**
 * Tenants in plain language: a script of strands (what recurs, when, and in which wordings) becomes a few hundred
 * memories by a seed. The truth is what the script plants.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Seeded } from './seeded.mjs';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const folder = new URL('texts/plain-lives/', import.meta.url);

/** Every script of the repository. */
export function plainLives() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
}

/** @param isTagged whether the memories keep the tags and types of their strands, or have none */
export function memoriesOf(script, isTagged, seed = 7) {
  const random = new Seeded(seed);
  const start = Date.parse(`${script.start}T00:00:00Z`);
  const days = new Map();
  const rows = [];
  for (const strand of script.strands) {
    days.set(strand.name, daysOf(strand, script.days, days, random));
    for (const day of days.get(strand.name)) {
      const at = start + day * DAY + (random.pick(strand.hours) + random.next()) * HOUR;
      rows.push({ at, ...recordOf(strand, script, day, random, isTagged) });
    }
  }
  rows.sort((a, b) => a.at - b.at);
  return rows.map(({ at, ...row }, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    metadata: {},
    createdAt: new Date(at),
    ...row,
  }));
}

function recordOf({ texts, type, tags, importance }, { slots, days }, day, random, isTagged) {
  const content = random.pick(texts).replace(/\{(\w+)\}/g, (_, slot) => random.pick(slots[slot]));
  const [from, to] = importance ?? [0.5, 0.5];
  const rising = from + ((to - from) * day) / days + (importance === undefined ? 0 : 0.15 * (random.next() - 0.5));
  return {
    content: content.charAt(0).toUpperCase() + content.slice(1),
    type: isTagged ? type : 'episodic',
    tags: isTagged ? tags : [],
    importance: Math.round(Math.min(1, Math.max(0, rising)) * 20) / 20,
  };
}

/** Days from the first one of the script, ascending. */
function daysOf(strand, span, earlier, random) {
  const all = [...Array(span).keys()];
  if (strand.every !== undefined) {
    const count = Math.floor(span / strand.every) - 1;
    return Array.from({ length: count }, (_, n) =>
      Math.round(2 + n * strand.every + strand.jitter * (random.next() - 0.5)),
    );
  }
  if (strand.after !== undefined)
    return earlier
      .get(strand.after)
      .filter(() => random.chance(strand.share))
      .map((day) => day + strand.lag);
  const weekdayOf = (day) => (day % 7) + 1;
  if (strand.weekdays !== undefined)
    return all.filter((day) => strand.weekdays.includes(weekdayOf(day)) && random.chance(strand.share));
  const free = all.filter((day) => !strand.not?.includes(weekdayOf(day)));
  return Array.from({ length: strand.times }, () => random.pick(free)).sort((a, b) => a - b);
}
