import { freePort } from '../../support/service/free-port.js';
import type { EmbeddingsServer } from './embeddings-server.js';
import { HttpClient } from './http-client.js';
import type { Leftovers } from './leftovers.js';
import { PeerProcess } from './peer-process.js';
import { HITS, type Peer, type PeerKind } from './peer.js';
import { packageVersion, pythonProgram } from './python.js';

const COLLECTIONS = 'tenants/default_tenant/databases/default_database/collections';

/** A vector store. Its users bring the vectors, so here the client asks for them. */
export async function chroma(): Promise<PeerKind> {
  return { title: `Chroma ${await packageVersion('chromadb')}`, servers: [], start };
}

async function start(embeddings: EmbeddingsServer, leftovers: Leftovers): Promise<Peer> {
  const dir = await leftovers.folder();
  const client = HttpClient.open(leftovers);
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api/v2`;
  const { pid } = await PeerProcess.start(leftovers, {
    command: pythonProgram('chroma'),
    args: ['run', '--host', '127.0.0.1', '--port', String(port), '--path', dir],
    env: { HOME: dir, ANONYMIZED_TELEMETRY: 'False' },
    ready: () => client.get(`${api}/heartbeat`),
  });
  const collection = { name: 'peers', configuration: { hnsw: { space: 'cosine' } } };
  const { id } = (await client.post(`${api}/${COLLECTIONS}`, collection)) as { id: string };
  const url = `${api}/${COLLECTIONS}/${id}`;
  return {
    pid,
    add: async (text, number) =>
      client.post(`${url}/add`, {
        ids: [`text-${number}`],
        embeddings: [await embeddings.embed(text)],
        documents: [text],
      }),
    search: async (query) =>
      client.post(`${url}/query`, {
        query_embeddings: [await embeddings.embed(query)],
        n_results: HITS,
        include: ['documents', 'distances'],
      }),
  };
}
