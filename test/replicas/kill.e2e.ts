import { Api, type TestTenant } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import { MemoryLoad } from '../support/database/memory-load.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';
import { ReplicaSlot } from '../support/faults/replica-slot.js';
import { WebhookReceiver } from '../support/webhooks/webhook-receiver.js';

const MEMORIES = '/api/v1/memories';
/** `npm run test:kill` takes a minute. */
const SECONDS = Number(process.env['KILL_SECONDS'] ?? '15');
const KILL_EVERY_MS = 2_500;
const CLIENTS = 8;

/** Two processes of the API and two workers, one of them killed with -9 every few seconds while clients write. */
describe('replicas that are killed', () => {
  let bed: ReplicaBed;
  let apis: ReplicaSlot[];
  let slots: ReplicaSlot[];
  let receiver: WebhookReceiver;
  const urls = (): string[] => apis.flatMap(({ url }) => url ?? []);

  /** Kills the next one in turn. One process of the API stays: the clients need somebody to answer. */
  const killNext = (): void => {
    const up = slots.filter(
      ({ url, kind }) => url !== undefined && (kind === 'worker' || urls().length === apis.length),
    );
    up.sort((a, b) => a.kills - b.kills)[0]?.kill();
  };

  /** Every memory of the tenant by content: how often it is there. */
  const stored = async ({ api, tenantId }: TestTenant): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    let cursor = '';
    do {
      const page = await api.get(`${MEMORIES}?tenantId=${tenantId}&limit=100${cursor}`);
      expect(page.status).toBe(200);
      for (const { content } of page.body.data.memories as { content: string }[]) {
        counts.set(content, (counts.get(content) ?? 0) + 1);
      }
      const next = (page.body.data.pagination as { nextCursor?: string }).nextCursor;
      cursor = next === undefined ? '' : `&cursor=${encodeURIComponent(next)}`;
    } while (cursor !== '');
    return counts;
  };

  /** The contents that a search for them does not find. */
  const notFound = async ({ api, tenantId }: TestTenant, wanted: ReadonlyMap<string, string>): Promise<string[]> => {
    const missing: string[] = [];
    const queue = [...wanted];
    const look = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const [id, query] = next;
        const answer = await api.post(`${MEMORIES}/search`, { query, tenantId, limit: 5 });
        const results = (answer.body.data?.results ?? []) as { id: string }[];
        if (!results.some((result) => result.id === id)) missing.push(query);
      }
    };
    await Promise.all([look(), look(), look(), look()]);
    return missing;
  };

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    const api = (): Promise<ReplicaSlot> => ReplicaSlot.fill('api', () => bed.api());
    const worker = (): Promise<ReplicaSlot> => ReplicaSlot.fill('worker', () => bed.worker());
    apis = [await api(), await api()];
    slots = [apis[0]!, await worker(), apis[1]!, await worker()];
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await Promise.all(slots.map((slot) => slot.up()));
    await bed.close();
    await receiver.close();
  });

  it(
    'lose no memory that was acknowledged, store none twice, find all, and deliver every event',
    async () => {
      const { tenantId, api } = await bed.tenant({ url: urls()[0]! });
      const webhook = { name: 'all', url: receiver.url(), events: ['memory.created'], secret: 'test-secret-1' };
      expect((await api.post('/api/v1/webhooks', webhook)).status).toBe(201);
      const load = new MemoryLoad({ tenantId, api }, urls, CLIENTS);
      const end = Date.now() + SECONDS * 1_000;
      while (Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
        killNext();
      }
      await Promise.all(slots.map((slot) => slot.up()));
      await load.stop();
      const kills = slots.reduce((sum, slot) => sum + slot.kills, 0);

      const tenant = { tenantId, api: new Api(urls()[0]!, api.token) };
      const counts = await stored(tenant);
      const acknowledged = [...load.acknowledged.values()];
      const lost = acknowledged.filter((content) => !counts.has(content));
      const twice = [...counts].filter(([, count]) => count > 1);
      const unknown = [...load.unknown].filter((content) => counts.has(content));
      const missing = await eventually(async () => {
        const some = await notFound(tenant, load.acknowledged);
        if (some.length > 0) throw new Error(`${some.length} of ${acknowledged.length} are not found yet`);
        return some;
      }, 60_000);
      const delivered = await eventually(async () => {
        const told = receiver.received.map(
          ({ body }) => (JSON.parse(body) as { data: { content: string } }).data.content,
        );
        const untold = [...counts.keys()].filter((content) => !told.includes(content));
        if (untold.length > 0) throw new Error(`${untold.length} of ${counts.size} events are not delivered yet`);
        return Promise.resolve(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size);
      }, 90_000);
      process.stdout.write(
        `${SECONDS} s, ${kills} kills: ${acknowledged.length} memories acknowledged, ${lost.length} lost, ` +
          `${twice.length} stored twice, ${acknowledged.length - missing.length} found by search; ` +
          `${load.repeated} requests sent again under their key, ${load.unknown.size} failed without one ` +
          `(${unknown.length} of them stored); ${delivered} events in ${receiver.received.length} deliveries\n`,
      );
      // A busy machine takes its time to start the next one.
      expect(kills).toBeGreaterThanOrEqual(Math.floor(SECONDS / 12));
      expect(acknowledged.length).toBeGreaterThan(SECONDS);
      expect({ lost, twice }).toEqual({ lost: [], twice: [] });
      // Nothing is there that nobody wrote, and a repeated delivery says by its webhook-id that it is one.
      expect([counts.size, delivered]).toEqual([acknowledged.length + unknown.length, counts.size]);
    },
    (SECONDS + 240) * 1_000,
  );
});
