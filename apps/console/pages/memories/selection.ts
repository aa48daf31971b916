import type { Signal } from '@preact/signals';

/** Ids of the selected memories, or all that match the filter, loaded or not. */
export type Selection = ReadonlySet<string> | 'all';

export const NOTHING: Selection = new Set<string>();

export function isSelected(selection: Selection, id: string): boolean {
  return selection === 'all' || selection.has(id);
}

/** Selects a memory, or takes it out; out of "all", the other ones that are loaded stay. */
export function toggle(selected: Signal<Selection>, id: string, loaded: readonly { readonly id: string }[]): void {
  const before = selected.value;
  const next = new Set(before === 'all' ? loaded.map((memory) => memory.id) : before);
  if (!next.delete(id)) next.add(id);
  selected.value = next;
}
