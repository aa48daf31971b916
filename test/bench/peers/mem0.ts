import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/service/free-port.js';
import { openTestQdrant } from '../../support/vectors/test-qdrant.js';
import { DIMENSIONS, type EmbeddingsServer, MODEL } from './embeddings-server.js';
import { HttpClient } from './http-client.js';
import type { Leftovers } from './leftovers.js';
import { PeerProcess } from './peer-process.js';
import { HITS, type Peer, type PeerKind } from './peer.js';
import { packageVersion, pythonProgram } from './python.js';

const SERVER = fileURLToPath(new URL('./mem0_server.py', import.meta.url));
const USER = 'peers';

/** A library for memories, behind a server that adds nothing: in the Qdrant of TEST_QDRANT_URL, else in Chroma in its process. */
export async function mem0(): Promise<PeerKind> {
  const name = `mem0 ${await packageVersion('mem0ai')}`;
  if (process.env['TEST_QDRANT_URL'] === undefined) return { title: `${name} on Chroma`, servers: [], start };
  return { title: `${name} on Qdrant`, servers: ['qdrant'], start };
}

async function start(embeddings: EmbeddingsServer, leftovers: Leftovers): Promise<Peer> {
  const dir = await leftovers.folder();
  const client = HttpClient.open(leftovers);
  const [port, place] = [await freePort(), await placeOfVectors(leftovers)];
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), PEER_DIR: dir, HOME: dir, MEM0_DIR: dir };
  const model = { EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: MODEL, DIMENSIONS: String(DIMENSIONS) };
  // Nothing is to be sent anywhere, and nothing downloaded.
  const offline = { MEM0_TELEMETRY: 'False', ANONYMIZED_TELEMETRY: 'False', HF_HUB_OFFLINE: '1' };
  const { pid } = await PeerProcess.start(leftovers, {
    command: pythonProgram('python'),
    args: [SERVER],
    env: { ...own, ...model, ...offline, ...place },
    ready: () => client.get(`${url}/health`),
  });
  return {
    pid,
    add: (text) => client.post(`${url}/memories`, { text, user: USER }),
    search: (query) => client.post(`${url}/search`, { query, user: USER, limit: HITS }),
  };
}

/** Variables of the server that say where its vectors are. */
async function placeOfVectors(leftovers: Leftovers): Promise<Record<string, string>> {
  if (process.env['TEST_QDRANT_URL'] === undefined) return {};
  const name = `peers_${randomBytes(6).toString('hex')}`;
  const { url, drop } = await openTestQdrant();
  leftovers.add(() => drop(name));
  return { QDRANT_URL: url, QDRANT_COLLECTION: `${name}-mem0` };
}
