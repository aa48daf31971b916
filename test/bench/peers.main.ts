import { chroma } from './peers/chroma.js';
import { EmbeddingsServer } from './peers/embeddings-server.js';
import { Leftovers } from './peers/leftovers.js';
import { LAST, measure, type PeerFigures, QUERIES } from './peers/measurement.js';
import { mem0 } from './peers/mem0.js';
import { mnemeDurable, mnemeEmbedded } from './peers/mneme.js';
import type { PeerKind } from './peers/peer.js';
import { type PeerName, type PeerOptions, readPeerOptions, USAGE } from './peers/peer-options.js';
import { PeerProcess } from './peers/peer-process.js';
import { peerLine, peerTable } from './peers/peer-table.js';
import { peerTexts } from './peers/peer-texts.js';
import { load, machine } from './report/machine.js';
import { orUsage } from './report/or-usage.js';

const SERVERS = ['TEST_DATABASE_URL', 'TEST_REDIS_URL', 'TEST_QDRANT_URL'];

/**
 * Mneme beside a vector store and a library for memories: the same texts, vectors and load for each, one after the other.
 * Usage: PEERS_PYTHON=FOLDER npm run bench:peers -- --memories 3000
 */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => PeerProcess.interrupt());
  const options = await orUsage(USAGE, () => readPeerOptions(process.argv.slice(2)));
  const kinds = await orUsage(USAGE, () => kindsOf(options.peers));
  console.error(`${machine()}, ${options.memories} memories`);
  console.log(peerTable(await lastRound(kinds, options)));
  console.error(`load at the end ${load()}`);
}

/** All peers take part in each round, so that each has the same time since its last turn. */
async function lastRound(kinds: readonly PeerKind[], { memories, rounds }: PeerOptions): Promise<PeerFigures[]> {
  const given = await peerTexts(memories + LAST, QUERIES);
  const leftovers = new Leftovers();
  let figures: PeerFigures[] = [];
  try {
    const embeddings = await EmbeddingsServer.start([...given.texts, ...given.queries], leftovers);
    for (let round = 1; round <= rounds; round++) {
      figures = [];
      for (const kind of kinds) {
        const measured = await measure(kind, embeddings, given, memories);
        console.error(`round ${round}, ${peerLine(measured)}`);
        figures.push(measured);
      }
    }
  } finally {
    await leftovers.remove();
  }
  return figures;
}

async function kindsOf(peers: readonly PeerName[]): Promise<PeerKind[]> {
  const kinds: PeerKind[] = [];
  if (peers.includes('chroma')) kinds.push(await chroma());
  if (peers.includes('mem0')) kinds.push(await mem0());
  if (peers.includes('mneme')) kinds.push(...(durable() ? [mnemeDurable()] : []), mnemeEmbedded());
  return kinds;
}

/** @throws TypeError where there is a database without the servers that belong beside it */
function durable(): boolean {
  const missing = SERVERS.filter((name) => process.env[name] === undefined);
  if (process.env['TEST_DATABASE_URL'] !== undefined && missing.length > 0) {
    throw new TypeError(`TEST_DATABASE_URL needs ${missing.join(' and ')} beside it`);
  }
  return missing.length === 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
});
