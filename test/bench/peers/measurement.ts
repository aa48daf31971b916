import { drive, figuresOf } from '../data/sample.js';
import type { Turn } from '../report/comparison.js';
import { processorTime, spentEach } from '../report/processor-time.js';
import { residentBytes } from '../report/resident-memory.js';
import type { EmbeddingsServer } from './embeddings-server.js';
import { Leftovers } from './leftovers.js';
import type { Peer, PeerKind } from './peer.js';
import type { PeerTexts } from './peer-texts.js';

/** Clients at once, where there are many. */
export const CLIENTS = 8;
/** Texts that one client adds to a full store. */
export const LAST = 300;
/** Texts that one client adds to an empty store, and that the first of them are at most of all texts. */
const FIRST = { most: 500, share: 1 / 6 };
const SEARCHES = { warmUp: 50, one: 250, many: 800 };
/** Each search has a query of its own. */
export const QUERIES = SEARCHES.warmUp + SEARCHES.one + SEARCHES.many;

/** What one peer did in one round. */
export interface PeerFigures {
  readonly kind: PeerKind;
  /** By one client into an empty store. */
  readonly addFirst: Turn;
  readonly addMany: Turn;
  readonly searchOne: Turn;
  readonly searchMany: Turn;
  /** By one client into the full store. */
  readonly addLast: Turn;
  /** Of the server at the end. */
  readonly residentBytes: number;
}

/**
 * Starts a peer, fills it, searches it and ends it.
 *
 * @param memories that are in it when it is searched; the texts are `LAST` more
 */
export async function measure(
  kind: PeerKind,
  embeddings: EmbeddingsServer,
  { texts, queries }: PeerTexts,
  memories: number,
): Promise<PeerFigures> {
  const leftovers = new Leftovers();
  try {
    const peer = await kind.start(embeddings, leftovers);
    const added = [...texts.entries()];
    const first = Math.min(FIRST.most, Math.ceil(memories * FIRST.share));
    const add = (from: number, to: number, clients: number): Promise<Turn> =>
      turn(peer, added.slice(from, to), clients, ([number, text]) => peer.add(text, number));
    const search = (from: number, count: number, clients: number): Promise<Turn> =>
      turn(peer, queries.slice(from, from + count), clients, (query) => peer.search(query));
    const addFirst = await add(0, first, 1);
    const addMany = await add(first, memories, CLIENTS);
    await search(0, SEARCHES.warmUp, 1);
    const searchOne = await search(SEARCHES.warmUp, SEARCHES.one, 1);
    const searchMany = await search(SEARCHES.warmUp + SEARCHES.one, SEARCHES.many, CLIENTS);
    const addLast = await add(memories, memories + LAST, 1);
    const memory = { residentBytes: await residentBytes(peer.pid) };
    return { kind, addFirst, addMany, searchOne, searchMany, addLast, ...memory };
  } finally {
    await leftovers.remove();
  }
}

async function turn<T>(
  { pid }: Peer,
  inputs: readonly T[],
  clients: number,
  work: (input: T) => Promise<unknown>,
): Promise<Turn> {
  const before = await processorTime(pid);
  const sample = await drive(inputs, clients, work);
  return { ...figuresOf(sample), cpu: spentEach(before, await processorTime(pid), inputs.length) };
}
