import { Api, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { readMetrics, valueOf } from '../../support/service/metrics-text.js';
import { OwnRedis } from '../../support/database/own-redis.js';
import { ReceiverProcess, type ReceivedEvent } from '../../support/webhooks/receiver-process.js';
import type { Profile } from '../../support/service/shared-server.js';
import { createTestDatabase } from '../../support/database/test-database.js';
import { UnkillableService } from '../../support/service/unkillable-service.js';

declare const profile: Profile;

const CHANGES = 2_000;
const KILLS = 10;
const WRITERS = 8;
const SEED = 20_261_121;

/** One service, one receiver, and with PostgreSQL a Redis that is emptied and killed too. */
describe('killed with -9 ten times during 2,000 changes', () => {
  let receiver: ReceiverProcess;
  let service: UnkillableService;
  let redis: OwnRedis | undefined;
  let tenant: TestTenant;
  let drop: () => Promise<void> = () => Promise.resolve();
  const api = (): Api => new Api(service.url, tenant.api.token);

  beforeAll(async () => {
    receiver = await ReceiverProcess.start();
    const { env } = sharedServer();
    const own: Record<string, string> = { ...env, SEED_TEST_TENANT: 'off' };
    if (profile === 'postgres') {
      const database = await createTestDatabase();
      redis = await OwnRedis.onFreePort();
      await redis.start();
      drop = () => database.drop();
      Object.assign(own, database.env, { REDIS_URL: redis.url, REDIS_PREFIX: 'faults' });
    }
    service = await UnkillableService.start(own);
    tenant = await newTenant({ ...sharedServer(), url: service.url });
  }, 180_000);
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await redis?.stop();
    await drop();
  });

  it('delivers every event, each under one id, and none that did not happen', async () => {
    const events = ['memory.created', 'memory.updated', 'memory.deleted'];
    const body = { name: 'faults', url: receiver.url('moody'), events, secret: 'not much of a secret' };
    const webhook = (await api().post('/api/v1/webhooks', body)).body.data.id as string;
    const created = await changeUntilDone();

    // In the order in which events go: one that is neither in the outbox nor, afterwards, pending has been delivered.
    await eventually(async () => {
      expect(valueOf(await readMetrics(service.url), 'mneme_outbox_waiting_events')).toBe(0);
      const pending = await api().get(`/api/v1/webhooks/${webhook}/deliveries?status=pending&limit=1`);
      expect(pending.body.data.deliveries).toEqual([]);
      expect(namesOf(await receiver.received('moody')).size).toBeGreaterThanOrEqual(created.size);
    }, 180_000);

    const received = await receiver.received('moody');
    const bySequence = sequences(received);
    expect([...created].filter((id) => !bySequence.has(id))).toEqual([]);
    for (const [id, names] of bySequence) expect([id, names]).toEqual([id, await historyOf(id, names.length)]);

    const log = await deliveredEvents(webhook);
    expect([...new Set(received.map((event) => event.id))].sort()).toEqual(log.sort());
    expect(new Set(log).size).toBe(log.length);
  }, 600_000);

  /** @returns the memories whose creation was acknowledged */
  async function changeUntilDone(): Promise<Set<string>> {
    const random = seeded(SEED);
    const kills = new Set(Array.from({ length: KILLS }, () => 50 + Math.floor(random() * (CHANGES - 100))));
    const created = new Set<string>();
    const living: string[] = [];
    let done = 0;
    const faults: Promise<unknown>[] = [];
    const write = async (): Promise<void> => {
      while (done < CHANGES) {
        const number = done++;
        if (kills.has(number)) faults.push(service.killAndRestart());
        if (redis !== undefined && number % 400 === 399) faults.push(redis.flush());
        if (redis !== undefined && number === CHANGES / 2) faults.push(redis.stop().then(() => redis?.start()));
        try {
          await change(number, random(), created, living);
        } catch {
          await service.up();
        }
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await Promise.all(faults);
    return created;
  }

  async function change(number: number, chance: number, created: Set<string>, living: string[]): Promise<void> {
    const target = chance < 0.3 ? living.splice(Math.floor(chance * living.length), 1)[0] : undefined;
    if (target === undefined) {
      const memory = { content: `Note ${number}`, type: 'event', tenantId: tenant.tenantId };
      const { id } = (await api().post('/api/v1/memories', memory)).body.data as { id: string };
      created.add(id);
      living.push(id);
    } else if (chance < 0.1) {
      await api().delete(`/api/v1/memories/${target}?tenantId=${tenant.tenantId}`);
    } else {
      await api().patch(`/api/v1/memories/${target}`, { importance: chance });
      living.push(target);
    }
  }

  /** The names of the events that a memory must have had, by what is left of it: the version counts its changes. */
  async function historyOf(id: string, seen: number): Promise<string[]> {
    const read = await api().get(`/api/v1/memories/${id}?tenantId=${tenant.tenantId}`);
    const length = read.status === 404 ? seen : Number(/\d+/.exec(read.headers.get('etag') ?? '')?.[0]);
    const names = Array.from({ length }, (_, i) => (i === 0 ? 'memory.created' : 'memory.updated'));
    return read.status === 404 ? [...names.slice(0, -1), 'memory.deleted'] : names;
  }

  async function deliveredEvents(webhook: string): Promise<string[]> {
    const ids: string[] = [];
    let after = '';
    do {
      const page = await api().get(`/api/v1/webhooks/${webhook}/deliveries?limit=100&status=delivered${after}`);
      const data = page.body.data as { deliveries: { eventId: string }[]; pagination: { nextCursor?: string | null } };
      ids.push(...data.deliveries.map(({ eventId }) => eventId));
      const { nextCursor } = data.pagination;
      after = typeof nextCursor === 'string' ? `&cursor=${encodeURIComponent(nextCursor)}` : '';
    } while (after !== '');
    return ids;
  }
});

/** Of each memory the names of its events in order of their sequence. One sequence under two ids, or two bodies, throws. */
function sequences(received: readonly ReceivedEvent[]): Map<string, string[]> {
  const histories = new Map<string, string[]>();
  const bodies = new Map<string, string>();
  for (const { id, body } of received) {
    const earlier = bodies.get(id);
    if (earlier !== undefined && earlier !== body) throw new Error(`${id} was sent with two bodies`);
    if (earlier !== undefined) continue;
    bodies.set(id, body);
    const { event, data, metadata } = JSON.parse(body) as {
      event: string;
      data: { id: string };
      metadata: { sequence: number };
    };
    const history = histories.get(data.id) ?? [];
    if (history[metadata.sequence - 1] !== undefined) throw new Error(`${data.id} has one sequence twice`);
    history[metadata.sequence - 1] = event;
    histories.set(data.id, history);
  }
  return histories;
}

function namesOf(received: readonly ReceivedEvent[]): Set<string> {
  return new Set(received.map(({ id }) => id));
}

/** The same numbers in [0, 1) in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
