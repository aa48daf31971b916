import { randomUUID } from 'node:crypto';
import {
  Api,
  codeOf,
  newKey,
  newTenant,
  sharedServer,
  type ApiResponse,
  type TestTenant,
} from '../../support/service/api.js';
import { ExampleDocument, NDJSON, type Operation } from '../../support/documents/example-document.js';
import {
  type ExampleRequest as Request,
  FORM,
  isToBeHad,
  newExternalId,
  pathOfNothing,
  TOO_LARGE,
} from '../../support/documents/failures-to-be-had.js';
import { eventually } from '../../support/eventually.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const MEMORIES = '/api/v1/memories';
const WEBHOOKS = '/api/v1/webhooks';
const UNKNOWN = '01h455vb4pex5vsknk084sn02q';
/** Of repeated answers alone. */
const REPLAYED = 'Idempotency-Replayed';
/** A tenant is not seen any more once it has been called. */
const ERASE = 'DELETE /api/v1/tenants/{tenantId}';

describe('the OpenAPI document', () => {
  let tenant: TestTenant;
  let document: ExampleDocument;
  let job: Promise<string> | undefined;
  let receiver: WebhookReceiver;
  let isErased = false;
  afterAll(() => receiver.close());
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    tenant = await newTenant();
    document = await ExampleDocument.of(sharedServer().url);
  });

  /** A tenant has twenty at most, and no two alike. */
  const deleteWebhooks = async (): Promise<void> => {
    const { webhooks } = (await tenant.api.get(WEBHOOKS)).body.data as { webhooks: { id: string }[] };
    for (const { id } of webhooks) await tenant.api.delete(`${WEBHOOKS}/${id}`);
  };
  const register = async (): Promise<string> => {
    const webhook = { name: 'An example', url: receiver.url(), events: ['memory.created'], secret: 'of one’s own' };
    return (await tenant.api.post(WEBHOOKS, webhook)).body.data.id as string;
  };
  /** Has something delivered to the webhook of this path. */
  const deliver = async (path: string): Promise<string> => {
    const [, id = ''] = /(wh_\w+)/.exec(path) ?? [];
    await tenant.api.post(MEMORIES, { content: 'An example', type: 'task', tenantId: tenant.tenantId });
    return eventually(async () => {
      const { deliveries } = (await tenant.api.get(`${WEBHOOKS}/${id}/deliveries?status=delivered`)).body.data;
      expect(deliveries).toHaveLength(1);
      return deliveries[0].id as string;
    });
  };
  /** A deletion that takes more than its request. */
  const newJob = async ({ tenantId, api } = tenant): Promise<string> => {
    const memories = Array.from({ length: 500 }, () => ({ content: 'An example', type: 'working', tags: ['old'] }));
    for (let i = 0; i < 3; i++) await api.post(`${MEMORIES}/bulk`, { tenantId, memories });
    const begun = await api.post(`${MEMORIES}/delete`, { tenantId, filter: { tags: ['old'] } });
    expectDocumented(
      document.operations.find(({ name }) => name === `POST ${MEMORIES}/delete`)!,
      begun,
    );
    return begun.body.data.jobId as string;
  };
  const newKeyId = async (): Promise<string> => {
    const key = await tenant.api.post('/api/v1/api-keys', { name: randomUUID(), tenantId: tenant.tenantId });
    return key.body.data.id as string;
  };

  const newMemoryId = async (): Promise<string> => {
    const { tenantId, api } = tenant;
    const memory = await api.post(MEMORIES, { content: 'An example', type: 'task', tenantId });
    return memory.body.data.id as string;
  };

  /** Goes on with another tenant, which has signed up. */
  const change = async (): Promise<void> => {
    tenant = await newTenant();
    await tenant.api.get('/api/v1/api-keys');
  };

  /** What the examples say, for a tenant and with ids that exist. */
  const example = async (operation: Operation): Promise<Request> => {
    if (operation.name === ERASE || isErased) await change();
    isErased = operation.name === ERASE;
    const { tenantId } = tenant;
    const body = document.exampleBody(operation);
    const query = document.exampleQuery(operation);
    if (body !== undefined && 'tenantId' in body) body['tenantId'] = tenantId;
    if (body !== undefined && 'name' in body) body['name'] = `${String(body['name'])} ${randomUUID()}`;
    if (body !== undefined && 'keyId' in body) body['keyId'] = await newKeyId();
    if (body !== undefined && 'decisionId' in body) body['decisionId'] = await newMemoryId();
    if (operation.parameters.some((each) => each.in === 'query' && each.name === 'tenantId'))
      query['tenantId'] = tenantId;
    if ('keyId' in query) query['keyId'] = await newKeyId();
    let path = operation.path.replace('{tenantId}', tenantId);
    if (body !== undefined && 'url' in body) body['url'] = receiver.url();
    const isWebhook = path.startsWith(WEBHOOKS);
    if (isWebhook) await deleteWebhooks();
    if (isWebhook && path.includes('{id}')) path = path.replace('{id}', await register());
    if (path.startsWith('/api/v1/jobs')) path = path.replace('{id}', await (job ??= newJob()));
    // Any id of the form will do: a pattern need not be found to be dismissed.
    path = path.replace('/patterns/{id}', '/patterns/pat_0000000000000');
    if (path.includes('{id}')) path = path.replace('{id}', await newMemoryId());
    if (path.includes('{externalId}')) path = path.replace('{externalId}', await newExternalId(tenant));
    if (path.includes('{deliveryId}')) path = path.replace('{deliveryId}', await deliver(path));
    const lines = document.exampleLines(operation);
    const options = lines === undefined ? {} : { rawBody: lines, headers: { 'content-type': NDJSON } };
    return { method: operation.method, path, query, body, options };
  };

  const send = (request: Request, api: Api = tenant.api): Promise<ApiResponse> => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(request.query)) query.set(name, String(value));
    const body = request.body === undefined || request.options?.rawBody !== undefined ? {} : { body: request.body };
    return api.send(request.method, `${request.path}?${query.toString()}`, { ...body, ...request.options });
  };

  /** How each failure is brought about. */
  const failures: Record<string, (good: Request, operation: Operation) => Promise<ApiResponse>> = {
    VALIDATION_ERROR: (good) =>
      good.body === undefined
        ? send({ ...good, query: { ...good.query, colour: 'red' } })
        : send({ ...good, body: { ...good.body, colour: 'red' } }),
    AUTH_REQUIRED: (good) => send(good, new Api(tenant.api.url, undefined)),
    AUTH_INVALID: (good) => send(good, new Api(tenant.api.url, 'nothing')),
    INSUFFICIENT_SCOPE: async (good, { 'x-required-scope': scope }) =>
      send(good, await newKey(tenant, [scope === 'read:usage' ? 'manage:keys' : 'read:usage'])),
    TENANT_MISMATCH: (good) => send({ ...good, query: { ...good.query, tenantId: 'somebody-else' } }),
    RESOURCE_NOT_FOUND: async (good, { name }) => {
      if (name === ERASE) {
        const nobody = await newTenant();
        return send({ ...good, path: `/api/v1/tenants/${nobody.tenantId}` }, nobody.api);
      }
      const body = good.body && {
        ...good.body,
        ...('keyId' in good.body && { keyId: `key_${UNKNOWN}` }),
        ...(name.endsWith('/decision-chain') && { decisionId: `mem_${UNKNOWN}` }),
      };
      const query = 'keyId' in good.query ? { ...good.query, keyId: `key_${UNKNOWN}` } : good.query;
      return send({ ...good, body, query, path: pathOfNothing(good.path, UNKNOWN) });
    },
    DUPLICATE_RESOURCE: async (good) => {
      await send(good);
      const again = await send(good);
      if (again.status === 409) return again;
      // Of requests sent at once the first may be over before the next begins.
      for (let attempt = 0; attempt < 20; attempt++) {
        const headers = { ...good.options?.headers, 'idempotency-key': randomUUID() };
        const together = await Promise.all(
          [1, 2, 3].map(() => send({ ...good, options: { ...good.options, headers } })),
        );
        const refused = together.find(({ status }) => status === 409);
        if (refused !== undefined) return refused;
      }
      return again;
    },
    PRECONDITION_FAILED: (good) => send({ ...good, options: { headers: { 'if-match': '"v99"' } } }),
    PAYLOAD_TOO_LARGE: (good) => send({ ...good, options: TOO_LARGE }),
    UNSUPPORTED_MEDIA_TYPE: (good) => send({ ...good, options: FORM }),
  };

  /** The response as the document has it for this status: body by its schema, and every header it promises. */
  const expectDocumented = ({ name, responses }: Operation, { status, body, headers }: ApiResponse): void => {
    const documented = responses[String(status)];
    expect({ name, status, documented: documented !== undefined }).toEqual({ name, status, documented: true });
    if (documented === undefined) return;
    const json = documented.content['application/json'];
    const faults = json === undefined ? [] : document.check.faults(body, json.schema);
    const missing = Object.keys(documented.headers ?? {}).filter(
      (header) => header !== REPLAYED && !headers.has(header),
    );
    expect({ name, status, faults, missing }).toEqual({ name, status, faults: [], missing: [] });
    if (json !== undefined) expect(headers.get('x-request-id')).toBe(body.metadata.request_id);
    if (headers.has('etag')) expect(documented.headers).toHaveProperty('ETag');
    if (headers.has(REPLAYED)) expect(documented.headers).toHaveProperty(REPLAYED);
    const errors = json === undefined || body.success ? [] : body.errors;
    for (const { code } of errors) expect(documented.description.split(', ')).toContain(code);
  };

  it('shows requests that the service accepts, and answers in the form it says', async () => {
    for (const operation of document.operations) {
      const response = await send(await example(operation));
      expect({ name: operation.name, status: response.status, errors: response.body.errors }).toMatchObject({
        status: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
      });
      expectDocumented(operation, response);
    }
  });

  it('says of each body whether it may be left out', async () => {
    for (const operation of document.operations) {
      if (operation.requestBody?.content['application/json'] === undefined) continue;
      const { status } = await send({ ...(await example(operation)), body: undefined });
      const { name, requestBody } = operation;
      expect({ name, required: requestBody.required ?? false }).toEqual({ name, required: status === 400 });
    }
  });

  it('promises the header of repeated answers where a key is taken, and nowhere else', () => {
    for (const { name, parameters, responses } of document.operations) {
      const expected = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
      const promised = Object.entries(responses).filter(([, { headers = {} }]) => REPLAYED in headers);
      const good = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect({ name, statuses: promised.map(([status]) => status) }).toEqual({ name, statuses: expected ? good : [] });
    }
  });

  it('repeats the first answer wherever it says that an Idempotency-Key does so', async () => {
    for (const operation of document.operations) {
      if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) continue;
      const good = await example(operation);
      const headers = { ...good.options?.headers, 'idempotency-key': randomUUID() };
      const request = { ...good, options: { ...good.options, headers } };
      const [first, again] = [await send(request), await send(request)];
      const seen = { name: operation.name, status: again.status, replayed: again.headers.get('idempotency-replayed') };
      expect(seen).toEqual({ name: operation.name, status: first.status, replayed: 'true' });
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expectDocumented(operation, again);
    }
  });

  it('has the items of lists and searches in the form it says', async () => {
    const { tenantId, api } = tenant;
    await api.post(MEMORIES, {
      content: 'tea in the morning',
      type: 'task',
      tags: ['work'],
      metadata: { a: [1] },
      tenantId,
    });
    const named = (name: string): Operation => document.operations.find((each) => each.name === name)!;
    const fields = ['tags', 'metadata', 'updatedAt'];
    const list = await api.get(`${MEMORIES}?tenantId=${tenantId}&limit=1&fields=${fields.join(',')}`);
    const search = await api.post(`${MEMORIES}/search`, { query: 'tea', tenantId, fields });
    expect(list.body.data.memories).toHaveLength(1);
    expect(search.body.data.results).not.toHaveLength(0);
    expectDocumented(named(`GET ${MEMORIES}`), list);
    expectDocumented(named(`POST ${MEMORIES}/search`), search);
  });

  it('names every failure, and each of them happens as it says and as an example shows', async () => {
    for (const operation of document.operations) {
      for (const [status, documented] of Object.entries(operation.responses)) {
        if (status.startsWith('2')) continue;
        for (const code of documented.description.split(', ')) {
          if (!isToBeHad(operation, code)) continue;
          const response = await failures[code]!(await example(operation), operation);
          const seen = { name: operation.name, status: response.status, code: codeOf(response) };
          expect(seen).toEqual({ name: operation.name, status: Number(status), code });
          expectDocumented(operation, response);
          const { examples = {} } = documented.content['application/json'] ?? {};
          const shown = Object.values(examples).map(({ value }) => failureIn(value));
          expect({ name: operation.name, shown }).toEqual({
            name: operation.name,
            shown: expect.arrayContaining([failureIn(response.body)]),
          });
        }
      }
    }
  });
});

/** What a failure says, with the ids in it replaced by their kind. */
function failureIn(envelope: unknown): string {
  return JSON.stringify((envelope as { errors: unknown }).errors).replaceAll(/\b(mem|wh)_\w{26}/g, '$1_…');
}
