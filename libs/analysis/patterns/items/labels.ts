import { capitalisedName } from '../../features/entities.js';
import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';

/** With the form in which most of its memories write it: names are compared without accents and capitals. */
export function labelled(item: Item, { observations }: Timeline): Item {
  if (item.kind !== 'entity') return item;
  const counts = new Map<string, number>();
  for (const memory of item.memories) {
    const { entities = [], spellings } = observations[memory] ?? {};
    if (spellings === undefined || !entities.includes(item.name)) continue;
    const written = spellings.find(([entity]) => entity === item.name)?.[1] ?? capitalisedName(item.name);
    counts.set(written, (counts.get(written) ?? 0) + 1);
  }
  const [label] = [...counts].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))[0] ?? [];
  return label === undefined ? item : { ...item, label };
}
