import type { Signal } from '@preact/signals';

/** Ids of the selected memories, or all that match the filter, loaded or not. */
export type Selection = ReadonlySet<string> | 'all';

export const NOTHING: Selection = new Set<string>();

export function isSelected(selection: Selection, id: string): boolean {
  return selection === 'all' || selection.has(id);
}

/**
 * Selects a memory, or takes it out; out of "all", the other ones that are loaded stay.
 * @param from the same for all from this one to it
 */
export function toggle(
  selected: Signal<Selection>,
  id: string,
  loaded: readonly { readonly id: string }[],
  from = id,
): void {
  const before = selected.value;
  const ids = loaded.map((memory) => memory.id);
  const next = new Set(before === 'all' ? ids : before);
  const ends = [ids.indexOf(from), ids.indexOf(id)].filter((end) => end >= 0);
  const range = ids.slice(Math.min(...ends), Math.max(...ends) + 1);
  const isWanted = !isSelected(before, id);
  for (const each of range) {
    if (isWanted) next.add(each);
    else next.delete(each);
  }
  selected.value = next;
}
