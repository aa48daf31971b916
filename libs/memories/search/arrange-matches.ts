import { parseId } from '@mneme/platform/ids';
import { statedMoment } from '@mneme/platform/clock';
import type { RetrievalHit } from '@mneme/retrieval';
import type { SearchRow } from './search-context.repository.js';

/** A found memory with its record. */
export interface Found {
  readonly hit: RetrievalHit;
  readonly memory: SearchRow;
}

/** One that is shown. */
export interface Arranged extends Found {
  /** That of the hit, or more: what supersedes an answer answers no worse. */
  readonly relevance: number;
  /** Of those that were found, how many say the same; it is the latest of them. */
  readonly copies: number;
  /** UUID of a memory that supersedes it: one that was found as well, or else the latest. */
  readonly supersededBy?: string;
}

/** Differences of scores below it tell nothing. */
export const SAME_SCORE = 1e-4;

/**
 * What the records say of the order: of memories that fit equally the later event goes first, of copies one is shown, and
 * what supersedes another one (by `metadata.supersedes`) stands in front of it.
 *
 * @param found most relevant first
 */
export function arrangeMatches(found: readonly Found[], collapse: boolean): Arranged[] {
  const counted = withCopies(laterFirst(found));
  const shown = collapse ? oneOfCopies(counted) : counted;
  return behindSuccessors(shown);
}

function laterFirst(found: readonly Found[]): Found[] {
  return groupsOf(found, ({ hit }, { hit: other }) => Math.abs(hit.score - other.score) < SAME_SCORE).flatMap(
    (group) => {
      if (group.length === 1) return group;
      const ordered = group.toSorted((a, b) => byEvent(b.memory, a.memory));
      // What they differ by stays where it was, so that the relevance falls from first to last.
      return ordered.map(({ hit, memory }, i) => ({
        memory,
        hit: { ...hit, relevance: group[i]?.hit.relevance ?? hit.relevance },
      }));
    },
  );
}

/** The earlier one first. */
function byEvent(a: SearchRow, b: SearchRow): number {
  return eventTimeOf(a) - eventTimeOf(b) || (a.id < b.id ? -1 : 1);
}

function eventTimeOf({ occurredAt, createdAt }: SearchRow): number {
  return statedMoment(occurredAt)?.at ?? createdAt.getTime();
}

/** Neighbours that belong together with the first of them. */
function groupsOf<Item>(items: readonly Item[], belong: (first: Item, other: Item) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && belong(first, item)) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** With what any of the copies of it is named by, and supersedes. */
interface Counted extends Found {
  /** Of those that say the same. */
  readonly key: string;
  readonly copies: number;
  readonly names: ReadonlySet<string>;
  readonly supersedes: ReadonlySet<string>;
}

function withCopies(found: readonly Found[]): Counted[] {
  // Made once: it is as long as the memory.
  const keys = found.map(({ memory }) => sameAs(memory));
  const groups = new Map<string, SearchRow[]>();
  found.forEach(({ memory }, i) => {
    const key = keys[i] ?? '';
    const copies = groups.get(key);
    if (copies === undefined) groups.set(key, [memory]);
    else copies.push(memory);
  });
  const counted = new Map(
    [...groups].map(([key, copies]) => {
      const names = new Set(copies.flatMap(({ id, externalId }) => [id, externalId ?? id]));
      return [key, { key, copies: copies.length, names, supersedes: new Set(copies.flatMap(supersededBy)) }];
    }),
  );
  return found.flatMap((each, i) => {
    const group = counted.get(keys[i] ?? '');
    return group === undefined ? [] : [{ ...each, ...group }];
  });
}

/**
 * The one that fits the query best, by its date or tags, and of those that fit alike the latest: where the first of them
 * stands, for only their surroundings have set them apart.
 */
function oneOfCopies(found: readonly Counted[]): Counted[] {
  const best = new Map<string, Counted>();
  for (const each of found) {
    const known = best.get(each.key);
    if (known === undefined || isBetterCopy(each, known)) best.set(each.key, each);
  }
  const firsts = new Map(found.toReversed().map((each) => [each.key, each]));
  return found
    .filter((each) => firsts.get(each.key) === each)
    .map((first) => {
      const { hit, ...shown } = best.get(first.key) ?? first;
      return { ...shown, hit: { ...hit, relevance: first.hit.relevance } };
    });
}

function isBetterCopy(one: Found, other: Found): boolean {
  const difference = ownScoreOf(one) - ownScoreOf(other);
  return Math.abs(difference) < SAME_SCORE ? byEvent(one.memory, other.memory) > 0 : difference > 0;
}

function ownScoreOf({ hit: { score, boosts } }: Found): number {
  return score - boosts.session - boosts.speaker;
}

/** Of memories that say the same. Of two people who do, each has said it. */
function sameAs({ content, type, speaker }: SearchRow): string {
  return JSON.stringify([type, speaker ?? null]) + content;
}

function behindSuccessors(found: readonly Counted[]): Arranged[] {
  const successors = new Map<string, Counted>();
  for (const each of found) for (const id of each.supersedes) successors.set(id, successors.get(id) ?? each);
  const result: Arranged[] = [];
  const placed = new Set<string>();
  const place = (each: Counted, least: number): void => {
    if (placed.has(each.memory.id)) return;
    placed.add(each.memory.id);
    const { hit, memory, copies } = each;
    const relevance = Math.max(hit.relevance, least);
    const successor = successorOf(each, successors);
    const supersededBy = successor?.memory.id ?? memory.successorId ?? undefined;
    // All copies of it: none answers worse than another.
    for (const copy of found) if (successor?.names.has(copy.memory.id) === true) place(copy, relevance);
    result.push({ hit, memory, copies, relevance, ...(supersededBy !== undefined && { supersededBy }) });
  };
  for (const each of found) place(each, 0);
  return result;
}

/** None of a memory's own copies. */
function successorOf({ names }: Counted, successors: ReadonlyMap<string, Counted>): Counted | undefined {
  const found = [...names].flatMap((name) => successors.get(name) ?? []);
  return found.find(({ memory }) => !names.has(memory.id));
}

/** Ids, and ids of the client, of what a memory supersedes. */
function supersededBy({ supersedes }: SearchRow): string[] {
  const named: readonly unknown[] = Array.isArray(supersedes) ? supersedes : [supersedes];
  return named.filter((id) => typeof id === 'string').flatMap((id) => [id, parseId('mem', id) ?? id]);
}
