import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const CREATES = 500;
const WRITERS = 8;

interface Acknowledged {
  readonly id: string;
  readonly content: string;
}

/** Distinct words, so that a search for one memory's text can only mean that memory. */
function contentOf(index: number): string {
  const consonants = 'bcdfghklmnprstvz';
  const vowels = 'aeiou';
  const name = [index, index * 7 + 3, index * 13 + 5].map(
    (n) => `${consonants[n % 16]}${vowels[n % 5]}${consonants[(n >> 4) % 16]}${vowels[(n >> 2) % 5]}`,
  );
  return `Parcel ${index} for ${name.join('')} stands behind door ${index * 31}`;
}

describe('killed with -9 during 500 creates', () => {
  it('has every acknowledged memory after the restart, and finds it', async () => {
    const first = await ServerProcess.start();
    const acknowledged = await createUntilKilled(first);
    expect(acknowledged.length).toBeGreaterThan(CREATES / 4);
    expect(acknowledged.length).toBeLessThan(CREATES);

    const second = await ServerProcess.start({}, first.dataDir);
    const api = new Api(second.url, second.ready.developmentKey);
    try {
      const list = await api.get(`/api/v1/memories?tenantId=${TENANT}&limit=1`);
      expect(list.body.data.pagination.total).toBeGreaterThanOrEqual(acknowledged.length);
      expect(list.body.data.pagination.total).toBeLessThanOrEqual(acknowledged.length + WRITERS);
      for (const memory of acknowledged) {
        const read = await api.get(`/api/v1/memories/${memory.id}?tenantId=${TENANT}`);
        expect([read.status, read.body.data?.content]).toEqual([200, memory.content]);
      }
      await eventually(async () => {
        for (const memory of acknowledged) {
          const search = await api.post('/api/v1/memories/search', {
            query: memory.content,
            tenantId: TENANT,
            limit: 3,
          });
          expect(search.body.data.results.map((result: { id: string }) => result.id)).toContain(memory.id);
        }
      }, 30_000);
    } finally {
      await second.stop();
      await second.removeData();
    }
  }, 120_000);
});

/** The process is killed in the middle: whatever it had answered counts, whatever it had not does not. */
async function createUntilKilled(server: ServerProcess): Promise<Acknowledged[]> {
  const api = new Api(server.url, server.ready.developmentKey);
  const acknowledged: Acknowledged[] = [];
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < CREATES) {
      const content = contentOf(next++);
      const response = await api.post('/api/v1/memories', { content, type: 'event', tenantId: TENANT });
      acknowledged.push({ id: response.body.data.id as string, content });
      if (acknowledged.length === CREATES / 2) void server.kill();
    }
  };
  await Promise.allSettled(Array.from({ length: WRITERS }, write));
  await server.kill();
  return acknowledged;
}
