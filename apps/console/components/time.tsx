import type { VNode } from 'preact';
import { dateTime } from '../text/formats.js';

/** A time in the reader's zone; as ISO 8601 where the pointer rests on it. */
export function Time({ iso }: { readonly iso: string }): VNode {
  return (
    <time dateTime={iso} title={iso}>
      {dateTime(iso)}
    </time>
  );
}
