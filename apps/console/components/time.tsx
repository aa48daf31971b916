import type { VNode } from 'preact';
import { date, dateTime } from '../text/formats.js';

/** A time in the reader's zone; as ISO 8601 where the pointer rests on it. */
export function Time({ iso }: { readonly iso: string }): VNode {
  return (
    <time dateTime={iso} title={iso}>
      {dateTime(iso)}
    </time>
  );
}

/** The day of a time in the reader's zone, where there is no room for more. */
export function Day({ iso }: { readonly iso: string }): VNode {
  return (
    <time dateTime={iso} title={iso}>
      {date(iso)}
    </time>
  );
}
