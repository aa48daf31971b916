import { readFileSync } from 'node:fs';
import { Mneme } from '@mneme/client';
import { clientOf, failureOf } from '../../support/client/client-of.js';
import { newTenant, type TestTenant } from '../../support/service/api.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

interface Described {
  readonly operationId?: string;
}

/** Of docs/openapi.json: the operation of a request. */
const OPERATIONS = Object.entries(
  (JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, Record<string, Described>> }).paths,
).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [{ id: operationId, method: method.toUpperCase(), path }],
  ),
);

function operationOf(method: string, path: string): string {
  const fits = (template: string): boolean =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) || template === path;
  const found = OPERATIONS.filter((each) => each.method === method && fits(each.path));
  // `/memories/count` is not a memory with that id.
  return (found.find((each) => each.path === path) ?? found[0])?.id ?? `${method} ${path}`;
}

describe('the client', () => {
  let tenant: TestTenant;
  let mneme: Mneme;
  const called = new Set<string>();

  beforeAll(async () => {
    tenant = await newTenant();
    mneme = clientOf(tenant, {
      fetch: (input, init) => {
        called.add(operationOf(init?.method ?? 'GET', new URL(new Request(input).url).pathname));
        return fetch(input, init);
      },
    });
  });

  it('creates, reads, changes and deletes memories', async () => {
    const { data, response } = await mneme.memories
      .create({ content: 'Anna prefers tea', type: 'semantic', tags: ['anna'], metadata: { userId: 'anna' } })
      .withResponse();
    expect(data).toMatchObject({ content: 'Anna prefers tea', importance: 0.5, tenantId: tenant.tenantId });
    expect(response).toMatchObject({ status: 201, etag: '"v1"', warnings: [], replayed: false, attempts: 1 });
    expect(response.requestId).toBe(response.headers.get('x-request-id'));
    expect(response.rateLimit?.remaining).toBeLessThan(response.rateLimit?.limit ?? 0);
    expect(response.rateLimit?.resetAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await mneme.memories.update(data.id, { importance: 0.9 }, { ifMatch: response.etag })).toMatchObject({
      importance: 0.9,
    });
    expect(await mneme.memories.get(data.id)).toMatchObject({ importance: 0.9, metadata: { userId: 'anna' } });
    expect(await mneme.memories.get(data.id, { version: 1 })).toMatchObject({ importance: 0.5 });
    const versions = [];
    for await (const { version } of mneme.memories.history.list(data.id, { limit: 1 })) versions.push(version);
    expect(versions).toEqual([2, 1]);
    expect(await mneme.memories.delete(data.id)).toEqual({ id: data.id, deleted: true });
  });

  it('has names of its caller for memories', async () => {
    const name = 'chat 42/message?7';
    const memory = await mneme.memories.byExternalId.upsert(name, { content: 'one', type: 'event' });
    expect(await mneme.memories.byExternalId.upsert(name, { content: 'two', type: 'event' })).toMatchObject({
      id: memory.id,
      content: 'two',
    });
    expect(await mneme.memories.byExternalId.get(name)).toMatchObject({ externalId: name, content: 'two' });
    expect(await mneme.memories.byExternalId.delete(name)).toEqual({ id: memory.id, deleted: true });
  });

  it('lists by page and to the end, filters, counts, searches and deletes many', async () => {
    const notes = Array.from({ length: 25 }, (_, i) => ({
      content: `The boat needs paint, note ${i}`,
      type: 'task' as const,
      tags: ['boat', ...(i % 5 === 0 ? ['a, b'] : [])],
      metadata: { number: i },
    }));
    expect(await mneme.memories.createMany(notes)).toMatchObject({ created: 25, failed: 0 });
    const list = mneme.memories.list({ tags: ['boat'], limit: 10, fields: ['tags', 'metadata'] });
    const first = await list.page();
    expect(first.pagination).toMatchObject({ total: 25, pages: 3, hasNext: true });
    const numbers = [];
    for await (const { metadata } of list) numbers.push(metadata?.['number']);
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, i) => 24 - i));
    expect((await mneme.memories.list({ page: 3, limit: 10, tags: ['boat'] }).page()).memories).toHaveLength(5);
    const sizes = [];
    for await (const page of mneme.memories.list({ limit: 20 }).pages()) sizes.push(page.memories.length);
    expect(sizes).toEqual([20, 5]);
    expect(await mneme.memories.count({ tags: ['a, b', 'boat'] })).toEqual({ count: 5 });
    expect(await mneme.memories.count({ metadata: { number: 7 } })).toEqual({ count: 1 });
    const { results } = await mneme.memories.search('what does the boat need?', { limit: 3, collapse: 'none' });
    expect(results).toHaveLength(3);
    const tags = [];
    for await (const tag of mneme.tags.list({ limit: 1 })) tags.push(tag);
    expect(tags).toEqual([
      { tag: 'a, b', count: 5 },
      { tag: 'boat', count: 25 },
    ]);
    expect(await mneme.memories.deleteMany({ filter: { tags: ['a, b'] } })).toEqual({ matched: 5, deleted: 5 });
  });

  it('analyses', async () => {
    expect(await mneme.decisionChains.reconstruct('which boat to buy', { include: ['mermaid'] })).toMatchObject({
      topic: 'which boat to buy',
      status: 'none',
    });
    const [memory] = (await mneme.memories.list({ limit: 1 }).page()).memories;
    const decisionId = memory?.id ?? '';
    expect(await mneme.decisionChains.ofDecision(decisionId, { include: ['possible'] })).toMatchObject({
      decisionId,
      chains: [{ decision: { memoryId: decisionId }, possible: expect.any(Array) }],
    });
    expect(await mneme.patterns.detect({ minOccurrences: 4, timezone: 'Europe/Lisbon' })).toMatchObject({
      minOccurrences: 4,
      timezone: 'Europe/Lisbon',
    });
    const id = 'pat_0000000000000';
    expect(await mneme.patterns.dismiss(id, { reason: 'We know' })).toMatchObject({ id, reason: 'We know' });
    expect(await mneme.patterns.restore(id)).toEqual({ id, dismissed: false });
  });

  it('manages keys', async () => {
    const key = await mneme.apiKeys.create({ name: 'reader', scopes: ['read:memories'] });
    expect(key.plainKey).toMatch(/^mneme_live_/);
    const reader = clientOf(tenant, { apiKey: () => Promise.resolve(key.plainKey ?? '') });
    expect((await reader.memories.count()).count).toBe(20);
    const rotated = await mneme.apiKeys.rotate(key.id, { overlapSeconds: 60 });
    expect(rotated.previous.id).toBe(key.id);
    const ids = [];
    for await (const { id } of mneme.apiKeys.list({ limit: 1 })) ids.push(id);
    expect(ids).toEqual([rotated.id, key.id]);
    expect((await mneme.apiKeys.usage.get(key.id, { days: 1 })).daily).toHaveLength(1);
    expect(await mneme.apiKeys.revoke(key.id)).toMatchObject({ id: key.id, status: 'revoked' });
    expect(await failureOf(reader.memories.count())).toMatchObject({ code: 'AUTH_INVALID' });
  });

  it('manages webhooks and their deliveries', async () => {
    const receiver = await WebhookReceiver.start();
    const secret = 'a secret of my own making';
    const created = await mneme.webhooks.create({ name: 'n', url: receiver.url(), events: ['memory.created'], secret });
    const { id } = created;
    expect(await mneme.webhooks.get(id)).toEqual(created);
    expect((await mneme.webhooks.list().page()).webhooks).toEqual([created]);
    expect(await mneme.webhooks.update(id, { name: 'm' })).toMatchObject({ name: 'm' });
    const tested = await mneme.webhooks.test(id);
    expect(tested).toMatchObject({ delivered: true, statusCode: 200 });
    const [request] = await receiver.requests(1);
    const event = await mneme.webhooks.unwrap(request!.body, request!.headers, secret);
    expect(event).toMatchObject({ event: 'webhook.test', data: { webhookId: id } });
    await mneme.memories.create({ content: 'x', type: 'working' });
    await receiver.requests(2);
    const [delivery] = (await mneme.webhooks.deliveries.list(id, { limit: 1 }).page()).deliveries;
    expect(await mneme.webhooks.deliveries.get(id, delivery!.id)).toMatchObject({ id: delivery!.id, webhookId: id });
    expect(await mneme.webhooks.deliveries.redeliver(id, delivery!.id)).toMatchObject({ id: delivery!.id });
    await receiver.requests(3);
    expect(await mneme.webhooks.rotateSecret(id, 'another secret of mine')).toHaveProperty('previousSecretUntil');
    expect(await mneme.webhooks.delete(id)).toEqual({ id, deleted: true });
    await receiver.close();
  });

  it('imports and exports', async () => {
    expect(await mneme.memories.import([{ content: 'imported', type: 'identity' }])).toMatchObject({ created: 1 });
    const records = [];
    for await (const { content } of mneme.memories.export({ type: 'identity' })) records.push(content);
    expect(records).toEqual(['imported']);
  });

  it('reads usage, health and addresses, and exchanges its credential', async () => {
    expect((await mneme.usage.get()).memories.count).toBe(22);
    expect(await failureOf(mneme.jobs.get('job_01h455vb4pex5vsknk084sn02q'))).toMatchObject({ status: 404 });
    expect(await mneme.health.liveness.get()).toEqual({ status: 'ok' });
    expect(await mneme.health.readiness.get()).toMatchObject({ status: 'ok' });
    expect(await mneme.service.get()).toEqual(await mneme.service.api.get());
    const { token } = await mneme.tokens.exchange();
    expect((await clientOf(tenant, { apiKey: token }).memories.count()).count).toBe(22);
  });

  it('reads its options from the environment', async () => {
    const variables = {
      MNEME_API_KEY: tenant.api.token,
      MNEME_TENANT: tenant.tenantId,
      MNEME_URL: `${tenant.api.url}/`,
    };
    Object.assign(process.env, variables);
    try {
      expect((await new Mneme().memories.count()).count).toBe(22);
    } finally {
      for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
    }
  });

  it('erases its tenant', async () => {
    expect(await mneme.tenants.delete(tenant.tenantId)).toMatchObject({ status: 'running' });
  });

  it('has called every operation of the document, by its name', () => {
    expect([...called].sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
    for (const { id } of OPERATIONS) {
      const method = id.split('.').reduce((at: any, name) => at[name], mneme);
      expect({ id, kind: typeof method }).toEqual({ id, kind: 'function' });
    }
  });
});
