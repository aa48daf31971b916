import { randomUUID } from 'node:crypto';
import { newTenant } from '../../support/service/api.js';
import { clientOf } from '../../support/client/client-of.js';
import { UnreliableProxy, type Fault, type PassingRequest } from '../../support/client/unreliable-proxy.js';

const CREATES = 1_000;
const CONCURRENT = 24;
/** As many as the client has retries: the third try of a call always passes. */
const MAX_FAULTS = 2;
const TIMEOUT_MS = 5_000;

const FAULTS: readonly Fault[] = [
  'cut before',
  'cut after',
  'cut within',
  'repeat',
  { holdMs: 20 },
  { status: 502, body: '<html>Bad Gateway</html>' },
  'pass',
];
/** Longer than a try may take. Each costs that time, so only some requests are held. */
const HELD: Fault = { holdMs: TIMEOUT_MS + 500 };

/** Faults in turn, so that each occurs equally often; the Idempotency-Key says which tries belong to one call. */
function unluckyPlan(counts: Map<string, number>): (request: PassingRequest) => Fault {
  const tries = new Map<string, number>();
  let turn = 0;
  return ({ headers }) => {
    const key = headers['idempotency-key'] ?? '';
    tries.set(key, (tries.get(key) ?? 0) + 1);
    if ((tries.get(key) ?? 0) > MAX_FAULTS) return 'pass';
    const fault = turn++ % 250 === 249 ? HELD : (FAULTS[turn % FAULTS.length] ?? 'pass');
    const name = typeof fault === 'string' ? fault : JSON.stringify(fault);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return fault;
  };
}

describe('1,000 creates through a proxy that cuts, delays and repeats', () => {
  let proxy: UnreliableProxy | undefined;
  afterEach(() => proxy?.close());

  it('make exactly 1,000 memories, and no error reaches the caller', async () => {
    const tenant = await newTenant();
    const counts = new Map<string, number>();
    proxy = await UnreliableProxy.before(tenant.api.url, unluckyPlan(counts));
    const mneme = clientOf(tenant, { baseUrl: proxy.url, timeoutMs: TIMEOUT_MS });
    const contents = Array.from({ length: CREATES }, (_, i) => `note ${i} ${randomUUID()}`);
    const queue = contents.values();
    const stored = new Map<string, string>();
    let attempts = 0;
    const work = async (): Promise<void> => {
      for (const content of queue) {
        const { data, response } = await mneme.memories.create({ content, type: 'semantic' }).withResponse();
        stored.set(data.id, content);
        attempts += response.attempts;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));

    const found = new Map<string, string>();
    for await (const { id, content } of clientOf(tenant).memories.list()) found.set(id, content);
    expect(found.size).toBe(CREATES);
    expect(new Map([...found].sort())).toEqual(new Map([...stored].sort()));
    expect([...found.values()].sort()).toEqual(contents.sort());
    // The proxy has done what it is there for.
    expect(attempts).toBeGreaterThan(CREATES * 1.5);
    expect(counts.size).toBe(FAULTS.length + 1);
    for (const [name, count] of counts) expect({ name, often: count >= 5 }).toEqual({ name, often: true });
  });
});
