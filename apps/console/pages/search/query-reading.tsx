import type { Explanation } from '@mneme/client';
import type { VNode } from 'preact';
import { Text } from '../../components/text.js';
import { day } from '../../text/formats.js';

/** How the query was read: the dates in it, and words that were replaced. It is the same in the explanation of each result. */
export function QueryReading({ explanation }: { readonly explanation: Explanation | undefined }): VNode | null {
  const { dates = [], corrections = [] } = explanation ?? {};
  if (dates.length + corrections.length === 0) return null;
  return (
    <ul class="query-reading" aria-label="How the query was read">
      {dates.map(({ text, from, to }) => (
        <li key={text}>
          “<Text text={text} />” is {from === to ? day(from) : `${day(from)} to ${day(to)}`}
        </li>
      ))}
      {corrections.map(({ from, to }) => (
        <li key={from}>
          Searched for “<Text text={to} />” instead of “<Text text={from} />”
        </li>
      ))}
    </ul>
  );
}
