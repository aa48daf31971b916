import type { Observation } from './observation.js';
import type { Timeline } from './timeline.js';

/** Something that recurs: a tag, an entity, a type, a theme. */
export interface Item {
  readonly kind: 'tag' | 'entity' | 'type' | 'theme';
  readonly name: string;
  /** Indexes of its memories in the timeline, ascending. */
  readonly memories: readonly number[];
  /** Positions of the days it appears on, ascending: its episodes. */
  readonly days: readonly number[];
}

export interface ItemTable {
  readonly items: readonly Item[];
  /** Why items were left out, and how many. */
  readonly dropped: {
    readonly tooRare: number;
    readonly tooCommon: number;
    readonly same: number;
    readonly overCap: number;
  };
}

/** An item that most memories carry tells nothing. */
const COMMON_SHARE = 0.25;
/** More items than this cost time without power: pairs grow with the square. */
const MAX_ITEMS = 800;
/** Two items whose memories agree this much are one under two names. */
const SAME_OVERLAP = 0.9;
const KIND_ORDER = { tag: 0, entity: 1, theme: 2, type: 3 } as const;

/** @param minEpisodes items on fewer days are left out */
export function itemTable(timeline: Timeline, minEpisodes: number): ItemTable {
  const memories = new Map<string, { kind: Item['kind']; name: string; at: number[] }>();
  timeline.observations.forEach((observation, index) => {
    for (const [kind, name] of namesOf(observation)) {
      const key = `${kind}:${name}`;
      const entry = memories.get(key);
      if (entry === undefined) memories.set(key, { kind, name, at: [index] });
      else if (entry.at.at(-1) !== index) entry.at.push(index);
    }
  });
  const all = [...memories.values()].map(({ kind, name, at }): Item => ({
    kind,
    name,
    memories: at,
    days: daysOf(at, timeline),
  }));
  const frequent = all.filter((item) => item.days.length >= minEpisodes);
  const telling = frequent.filter((item) => item.memories.length <= timeline.size * COMMON_SHARE);
  const ordered = telling.sort(byWeight);
  const distinct = withoutSame(ordered.slice(0, MAX_ITEMS));
  return {
    items: distinct,
    dropped: {
      tooRare: all.length - frequent.length,
      tooCommon: frequent.length - telling.length,
      same: Math.min(ordered.length, MAX_ITEMS) - distinct.length,
      overCap: Math.max(0, ordered.length - MAX_ITEMS),
    },
  };
}

function* namesOf(observation: Observation): Generator<[Item['kind'], string]> {
  for (const tag of observation.tags) yield ['tag', tag];
  for (const entity of observation.entities) yield ['entity', entity];
  yield ['type', observation.type];
}

function daysOf(memories: readonly number[], { dayOf }: Timeline): number[] {
  const days: number[] = [];
  for (const memory of memories) {
    const day = dayOf[memory] ?? 0;
    if (days.at(-1) !== day) days.push(day);
  }
  return days;
}

/** Most days first; then by kind and name, so that the order never depends on that of the input. */
function byWeight(a: Item, b: Item): number {
  return b.days.length - a.days.length || KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || (a.name < b.name ? -1 : 1);
}

function withoutSame(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  const byFirstDay = new Map<number, Item[]>();
  for (const item of [...items].sort((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || byWeight(a, b))) {
    // Items that agree to nine tenths share one of the first days of the shorter one nearly always.
    const rivals = new Set(item.days.slice(0, 3).flatMap((day) => byFirstDay.get(day) ?? []));
    if ([...rivals].some((rival) => overlap(rival.memories, item.memories) >= SAME_OVERLAP)) continue;
    kept.push(item);
    for (const day of item.days.slice(0, 3)) byFirstDay.set(day, [...(byFirstDay.get(day) ?? []), item]);
  }
  return kept.sort(byWeight);
}

/** Jaccard's index of two ascending lists. */
export function overlap(a: readonly number[], b: readonly number[]): number {
  const both = shared(a, b).length;
  return both / (a.length + b.length - both);
}

/** What two ascending lists have in common. */
export function shared(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  let j = 0;
  for (const value of a) {
    while (j < b.length && (b[j] ?? 0) < value) j += 1;
    if (b[j] === value) both.push(value);
  }
  return both;
}
