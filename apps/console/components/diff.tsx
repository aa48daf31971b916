import { diffLines, diffWordsWithSpace } from 'diff';
import type { VNode } from 'preact';
import { Text } from './text.js';

/** Two texts of 10,000 words that have nothing in common would take seconds. */
const DIFF_TIMEOUT_MS = 150;

interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly by?: 'word' | 'line';
}

/** How a text became another one, word by word or line by line. */
export function Diff({ before, after, by = 'word' }: DiffProps): VNode {
  const options = { timeout: DIFF_TIMEOUT_MS };
  const found = by === 'word' ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  const parts = found ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return (
    <p class={`diff by-${by}`}>
      {parts.map(({ value, added, removed }) => {
        const text = <Text text={value} />;
        if (added) return <ins>{text}</ins>;
        return removed ? <del>{text}</del> : text;
      })}
    </p>
  );
}
