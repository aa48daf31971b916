import type { Item } from '../types/item.js';
import type { Observation } from '../types/observation.js';
import type { Timeline } from '../calendar/timeline.js';

/** Which memories carry which tag, entity and type; filled in the order of time. */
export class ItemIndex {
  private readonly tags = new Map<string, number[]>();
  private readonly entities = new Map<string, number[]>();
  private readonly types = new Map<string, number[]>();

  add({ tags, entities, type }: Observation, memory: number): void {
    for (const tag of tags) note(this.tags, tag, memory);
    for (const entity of entities) note(this.entities, entity, memory);
    note(this.types, type, memory);
  }

  items(timeline: Timeline): Item[] {
    const listed = (kind: Item['kind'], index: ReadonlyMap<string, number[]>): Item[] =>
      Array.from(index, ([name, memories]) => ({ kind, name, memories, days: daysOf(memories, timeline) }));
    return [...listed('tag', this.tags), ...listed('entity', this.entities), ...listed('type', this.types)];
  }
}

/** Positions of the days of some memories, both ascending. */
export function daysOf(memories: readonly number[], { dayOf }: Timeline): number[] {
  const days: number[] = [];
  for (const memory of memories) {
    const day = dayOf[memory] ?? 0;
    if (days[days.length - 1] !== day) days.push(day);
  }
  return days;
}

/** A memory that names a thing twice carries it once. */
function note(index: Map<string, number[]>, name: string, memory: number): void {
  const memories = index.get(name);
  if (memories === undefined) index.set(name, [memory]);
  else if (memories[memories.length - 1] !== memory) memories.push(memory);
}
