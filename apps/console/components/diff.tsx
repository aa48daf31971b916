import { diffWordsWithSpace } from 'diff';
import type { VNode } from 'preact';
import { Text } from './text.js';

/** Two texts of 10,000 words that have nothing in common would take seconds. */
const DIFF_TIMEOUT_MS = 150;

interface DiffProps {
  readonly before: string;
  readonly after: string;
}

/** How a text became another one, word by word. */
export function Diff({ before, after }: DiffProps): VNode {
  const parts = diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return (
    <p class="diff">
      {parts.map(({ value, added, removed }) => {
        const text = <Text text={value} />;
        if (added) return <ins>{text}</ins>;
        return removed ? <del>{text}</del> : text;
      })}
    </p>
  );
}
