import { diffLines, diffWordsWithSpace, type Change } from 'diff';
import type { VNode } from 'preact';
import { Text } from './text.js';

/** Two texts of 10,000 words that have nothing in common would take seconds. */
const DIFF_TIMEOUT_MS = 150;

interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly by?: 'word' | 'line';
}

/** Below this share of what both have, the words between them say less than the two texts. */
const MIN_COMMON = 1 / 3;

/** How a text became another one: word by word, line by line, or as a whole where little is left of it. */
export function Diff({ before, after, by = 'word' }: DiffProps): VNode {
  const options = { timeout: DIFF_TIMEOUT_MS };
  const found = by === 'word' ? diffWordsWithSpace(before, after, options) : diffLines(before, after, options);
  const isRewritten = found === undefined || (by === 'word' && commonShare(found, before, after) < MIN_COMMON);
  const parts = isRewritten
    ? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ]
    : found;
  return (
    <p class={`diff ${isRewritten ? 'as-whole' : `by-${by}`}`}>
      {parts.map(({ value, added, removed }) => {
        const text = <Text text={value} />;
        if (added) return <ins>{text}</ins>;
        return removed ? <del>{text}</del> : text;
      })}
    </p>
  );
}

/** How much of the longer text both have, without the spaces. */
function commonShare(changes: readonly Change[], before: string, after: string): number {
  const length = (text: string): number => text.replaceAll(/\s/g, '').length;
  const common = changes.filter(({ added, removed }) => !added && !removed);
  return common.reduce((sum, { value }) => sum + length(value), 0) / Math.max(1, length(before), length(after));
}
