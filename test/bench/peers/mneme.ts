import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../support/service/free-port.js';
import { TokenIssuer } from '../beds/token-issuer.js';
import { BUILT, REPOSITORY } from '../revision/built.js';
import { durablePlace } from './durable-place.js';
import { type EmbeddingsServer, MODEL } from './embeddings-server.js';
import { HttpClient } from './http-client.js';
import type { Leftovers } from './leftovers.js';
import { PeerProcess } from './peer-process.js';
import { HITS, type Peer, type PeerKind } from './peer.js';

const TENANT = 'peers';
/** Variables and flags of Node.js, as the script `start` of package.json has them. */
const START = /((?:\w+=\S+ )*)exec node ((?:--\S+ )*)dist\/apps\/api\/main\.js$/;

/** On its embedded database. */
export function mnemeEmbedded(): PeerKind {
  return { title: 'Mneme, embedded', servers: [], start: (...given) => start(...given, () => Promise.resolve({})) };
}

/** On servers. */
export function mnemeDurable(): PeerKind {
  return {
    title: 'Mneme on PostgreSQL, Redis and Qdrant',
    servers: ['postgres', 'qdrant', 'redis'],
    start: (...given) => start(...given, durablePlace),
  };
}

/** @param placeOf variables that say where memories are */
async function start(
  embeddings: EmbeddingsServer,
  leftovers: Leftovers,
  placeOf: (leftovers: Leftovers) => Promise<Record<string, string>>,
): Promise<Peer> {
  const [dir, issuer, place] = [await leftovers.folder(), await TokenIssuer.create(), await placeOf(leftovers)];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), MNEME_DATA_DIR: dir, SEED_TEST_TENANT: 'off', DEFAULT_PLAN: 'enterprise' };
  const model = { EMBEDDING_MODEL: `openai:${MODEL}`, EMBEDDING_URL: embeddings.url };
  const { flags, env } = await startScript();
  const asking = HttpClient.open(leftovers);
  const { pid } = await PeerProcess.start(leftovers, {
    command: process.execPath,
    args: [...flags, join(BUILT, 'apps/api/main.js')],
    env: { ...env, ...own, ...model, LOG_LEVEL: 'warn', ...issuer.env, ...place },
    ready: () => asking.get(`${url}/health/ready`),
  });
  const { key } = await issuer.credentials(url, TENANT);
  const client = HttpClient.open(leftovers, `Bearer ${key}`);
  const memories = `${url}/api/v1/memories`;
  return {
    pid,
    add: (content) => client.post(memories, { tenantId: TENANT, type: 'episodic', content }),
    search: (query) => client.post(`${memories}/search`, { tenantId: TENANT, query, limit: HITS }),
  };
}

/** What `npm start` starts the service with. */
async function startScript(): Promise<{ flags: string[]; env: Record<string, string> }> {
  const { scripts } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, variables, flags] = START.exec(scripts['start'] ?? '') ?? [];
  if (variables === undefined || flags === undefined) throw new Error('`npm start` no longer ends as this reads it');
  const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
  const env = Object.fromEntries(words(variables).map((word) => word.split('=', 2) as [string, string]));
  return { flags: words(flags), env };
}
