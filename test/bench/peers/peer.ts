import type { ProcessorTime } from '../report/processor-time.js';
import type { EmbeddingsServer } from './embeddings-server.js';
import type { Leftovers } from './leftovers.js';

/** A store of texts that is found by meaning, in a process of its own. */
export interface Peer {
  readonly pid: number;
  /** Stored and found by the time it resolves. @param number of the text, from 0 on */
  add(text: string, number: number): Promise<unknown>;
  /** The best `HITS`. */
  search(query: string): Promise<unknown>;
}

export type Server = Exclude<keyof ProcessorTime, 'node'>;

/** What can be started and measured: a column of the table. */
export interface PeerKind {
  /** Over its column. */
  readonly title: string;
  /** That it uses beside its own process; others on the machine may be at work for someone else. */
  readonly servers: readonly Server[];
  /**
   * New and empty.
   *
   * @param leftovers get its process and all that it stores
   */
  start(embeddings: EmbeddingsServer, leftovers: Leftovers): Promise<Peer>;
}

/** Results that each search asks for. */
export const HITS = 10;
