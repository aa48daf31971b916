import type { DatedItem } from './dated-item.js';

/** How many episodes of one thing have another thing after them only, before them only, and on both sides. */
export interface MeetingCounts {
  readonly after: number;
  readonly before: number;
  readonly both: number;
}

/** What `meetings` would find, counted only: hundreds of thousands of pairs are asked about. @param index of the lag */
export function countMeetings(base: DatedItem, other: DatedItem, index: number): MeetingCounts {
  const [ends, following, preceding] = [base.ends[index], other.following[index], other.preceding[index]];
  const counts = { after: 0, before: 0, both: 0 };
  if (ends === undefined || following === undefined || preceding === undefined) return counts;
  for (let at = 0; at < ends.length; at += 2) {
    const earlier = following.has(ends[at] ?? 0);
    const later = preceding.has(ends[at + 1] ?? 0);
    if (earlier && later) counts.both += 1;
    else if (later) counts.after += 1;
    else if (earlier) counts.before += 1;
  }
  return counts;
}
