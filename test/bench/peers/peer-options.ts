import { parseArgs } from 'node:util';

const PEERS = ['chroma', 'mem0', 'mneme'] as const;

export type PeerName = (typeof PEERS)[number];

/** What the command line asks for. */
export interface PeerOptions {
  readonly peers: readonly PeerName[];
  /** That a peer holds when it is searched. */
  readonly memories: number;
  /** Of which the last one counts. */
  readonly rounds: number;
}

export const USAGE = `npm run bench:peers -- [options]
  --peer chroma|mem0|mneme      one of them; may be repeated; all where left out. Chroma and mem0 take PEERS_PYTHON, the folder
                                of a Python with chromadb and mem0ai; mneme is also measured on PostgreSQL, Redis and Qdrant
                                where TEST_DATABASE_URL, TEST_REDIS_URL and TEST_QDRANT_URL are set
  --memories 3000               in each when it is searched
  --rounds 2                    of which the last one counts
`;

/** @throws TypeError that says what is wrong with the words */
export function readPeerOptions(argv: readonly string[]): PeerOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      peer: { type: 'string', multiple: true, default: [...PEERS] },
      memories: { type: 'string', default: '3000' },
      rounds: { type: 'string', default: '2' },
    },
  });
  return {
    peers: values.peer.map(peerNamed),
    memories: positive('--memories', values.memories),
    rounds: positive('--rounds', values.rounds),
  };
}

function peerNamed(word: string): PeerName {
  const peer = PEERS.find((name) => name === word);
  if (peer === undefined) throw new TypeError(`there is no peer ${word}; there are ${PEERS.join(', ')}`);
  return peer;
}

function positive(name: string, word: string): number {
  const value = Number(word);
  if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} takes a number, not ${word}`);
  return value;
}
