/** Where the episodes of one thing meet another thing within a lag. */
export interface Meetings {
  readonly lag: number;
  /** Episodes with the other thing after them only, before them only. */
  readonly after: readonly Meeting[];
  readonly before: readonly Meeting[];
}

/** Local days: of the base thing, and of the other thing just after it, or just before it. */
export interface Meeting {
  readonly base: number;
  readonly other: number;
}

interface Episode {
  readonly first: number;
  last: number;
}

/**
 * Days of the base thing less than a lag apart are one episode; what lies inside an episode says nothing of order, and
 * what lies before its first and after its last day is looked at alike. So time reversed gives the same, exchanged.
 */
export function meetings(episodes: readonly Episode[], other: readonly number[], lag: number): Meetings {
  const after: Meeting[] = [];
  const before: Meeting[] = [];
  let low = 0;
  for (const { first, last } of episodes) {
    while (low < other.length && (other[low] ?? 0) < first - lag) low += 1;
    let at = low;
    let earlier: number | undefined;
    while (at < other.length && (other[at] ?? 0) < first) earlier = other[at++];
    while (at < other.length && (other[at] ?? 0) <= last) at += 1;
    const next = other[at];
    const later = next !== undefined && next <= last + lag ? next : undefined;
    if (later !== undefined && earlier !== undefined) continue;
    if (later !== undefined) after.push({ base: last, other: later });
    else if (earlier !== undefined) before.push({ base: first, other: earlier });
  }
  return { lag, after, before };
}

/** Of all episodes of one thing that have another thing on one of their days or within a lag of them: how many have it on one side alone. */
export interface Cases {
  readonly after: number;
  readonly before: number;
  /** With those that have it on both sides, or on a day of their own. */
  readonly all: number;
}

/** What `meetings` looks at, with what says nothing of order: a reader who looks at all days would find it. */
export function casesOf(episodes: readonly Episode[], other: readonly number[], lag: number): Cases {
  const cases = { after: 0, before: 0, all: 0 };
  for (const { first, last } of episodes) {
    const near = other.filter((day) => day >= first - lag && day <= last + lag);
    if (near.length === 0) continue;
    cases.all += 1;
    if (near.every((day) => day > last)) cases.after += 1;
    else if (near.every((day) => day < first)) cases.before += 1;
  }
  return cases;
}

export function episodesOf(days: readonly number[], lag: number): Episode[] {
  const episodes: Episode[] = [];
  for (const day of days) {
    const open = episodes.at(-1);
    if (open !== undefined && day - open.last <= lag) open.last = day;
    else episodes.push({ first: day, last: day });
  }
  return episodes;
}
