import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';
const MATCHING = 4_000;

interface Job {
  readonly status: string;
  readonly matched: number;
  readonly deleted: number;
}

describe('killed with -9 during a deletion of 4,000 memories', () => {
  it('deletes the rest after the restart, and nothing else', async () => {
    const first = await ServerProcess.start();
    const api = apiOf(first);
    const memories = Array.from({ length: 500 }, (_, i) => ({ content: `draft ${i}`, type: 'task', tags: ['draft'] }));
    for (let i = 0; i < MATCHING; i += 500) await api.post(`${MEMORIES}/bulk`, { tenantId: TENANT, memories });
    const kept = { content: 'kept', type: 'task', tenantId: TENANT };
    await api.post(MEMORIES, kept);
    const body = { tenantId: TENANT, filter: { tags: ['draft'] } };
    const { jobId } = (await api.post(`${MEMORIES}/delete`, body)).body.data as { jobId: string };
    const job = async (of: Api): Promise<Job> =>
      (await of.get(`/api/v1/jobs/${jobId}?tenantId=${TENANT}`)).body.data as Job;
    const before = await eventually(async () => {
      const seen = await job(api);
      expect(seen.deleted).toBeGreaterThan(0);
      return seen;
    });
    await first.kill();
    expect(before).toMatchObject({ status: 'running', matched: MATCHING });

    const second = await ServerProcess.start({}, first.dataDir);
    const again = apiOf(second);
    try {
      await again.post(MEMORIES, { ...kept, content: 'later', tags: ['draft'] });
      await eventually(async () => {
        expect(await job(again)).toMatchObject({ status: 'done', matched: MATCHING, deleted: MATCHING });
      }, 60_000);
      const list = await again.get(`${MEMORIES}?tenantId=${TENANT}`);
      const contents = (list.body.data.memories as { content: string }[]).map(({ content }) => content);
      expect([list.body.data.pagination.total, contents]).toEqual([2, ['later', 'kept']]);
      const usage = await again.get(`/api/v1/usage/metrics/${TENANT}`);
      expect(usage.body.data.memories.count).toBe(2);
    } finally {
      await second.stop();
      await second.removeData();
    }
  }, 180_000);
});

function apiOf({ url, ready }: ServerProcess): Api {
  return new Api(url, ready.developmentKey);
}
