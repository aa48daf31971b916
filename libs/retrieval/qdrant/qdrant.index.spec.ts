import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenantId } from '@mneme/platform/ids';
import { QdrantConnection } from './qdrant.connection.js';
import { QdrantIndex } from './qdrant.index.js';
import { QdrantPoints } from './qdrant.points.js';

const TENANT = tenantId('tenant-a');
const LIMIT_MS = 2_000;

/** What the index sends to count a term. */
interface Count {
  readonly filter: { readonly must: readonly { readonly key: string; readonly match: { readonly value: number } }[] };
}

describe('QdrantIndex', () => {
  let server: Server;
  let index: QdrantIndex;
  let answerMs = 0;
  const asked: number[] = [];
  const upTo = (terms: number): number[] => Array.from({ length: terms }, (_, term) => term);

  /** As many points as the term's number says. */
  const answer = (body: string): string => {
    const { filter } = JSON.parse(body) as Count;
    const term = filter.must.find(({ key }) => key === 'terms')?.match.value ?? -1;
    asked.push(term);
    return JSON.stringify({ result: { count: term } });
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        setTimeout(() => response.end(answer(Buffer.concat(chunks).toString())), answerMs);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = new QdrantConnection({ url, apiKey: undefined, collection: 'c' }, LIMIT_MS);
    index = new QdrantIndex(new QdrantPoints(connection, 'c'));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('counts each of many terms', async () => {
    expect(await index.termFrequencies(TENANT, upTo(40))).toEqual(new Map(upTo(40).map((term) => [term, term])));
    expect(await index.termFrequencies(TENANT, [])).toEqual(new Map());
  });

  it('takes no longer to count all of them than one call may take', async () => {
    answerMs = 0.3 * LIMIT_MS;
    asked.length = 0;
    await expect(index.termFrequencies(TENANT, upTo(200))).rejects.toMatchObject({ kind: 'externalService' });
    expect(asked.length).toBeLessThan(100);
  });
});
