import type { VNode } from 'preact';

/** How something is doing; the colour only repeats the word. */
export type Tone = 'good' | 'bad' | 'waiting' | 'off';

/** A state in a word. */
export function StatusBadge({ tone, text }: { readonly tone: Tone; readonly text: string }): VNode {
  return <span class={`badge status-${tone}`}>{text}</span>;
}
