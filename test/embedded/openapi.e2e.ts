import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExampleDocument, NDJSON, type Operation } from '../support/documents/example-document.js';
import { Api } from '../support/service/api.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { ServerProcess } from '../support/service/server-process.js';

/** Asks a name server for example.com; test/embedded/long/reference.e2e.ts has one. */
const AFTER_OTHERS = /^webhooks\.create$/;
/** Ends the sample tenant, so it comes last. */
const ERASE = 'tenants.delete';

describe('the OpenAPI document of a fresh start', () => {
  let dataDir: string;
  let service: MnemeProcess;
  let api: Api;
  let document: ExampleDocument;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-openapi-'));
    await ServerProcess.copyTemplate(dataDir);
    service = await MnemeProcess.start('api', { MNEME_DATA_DIR: dataDir });
    api = new Api(service.url, (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim());
    document = await ExampleDocument.of(service.url);
  });
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  /** The operation as a reader tries it: what it needs, and these optional parameters of the query. */
  const send = async (operation: Operation, optional: readonly string[] = []): Promise<object> => {
    const { operationId, method, parameters, responses } = operation;
    const query = new URLSearchParams();
    let path = operation.path;
    for (const { name, in: place, required, example } of parameters) {
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)));
      if (place !== 'query' || !(required || optional.includes(name))) continue;
      const members = typeof example === 'object' && !Array.isArray(example) ? example : { [name]: example };
      for (const [key, value] of Object.entries(members!)) query.append(key, String(value));
    }
    const lines = document.exampleLines(operation);
    const body = document.exampleBody(operation);
    const stream = lines === undefined ? {} : { rawBody: lines, headers: { 'content-type': NDJSON } };
    const answer = await api.send(method, `${path}?${query.toString()}`, { ...(body && { body }), ...stream });
    const { status } = answer;
    const isGood = status < 300 && responses[String(status)] !== undefined;
    return { operationId, optional, isGood, errors: isGood ? undefined : answer.body.errors };
  };

  it('is docs/openapi.json: run `npm run openapi` where it is not', async () => {
    const committed: unknown = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
    expect(document.raw).toEqual(committed);
  });

  it('shows parameters that each work by themselves, with ids of samples', async () => {
    for (const operation of document.operations) {
      if (operation.method !== 'GET' || AFTER_OTHERS.test(operation.operationId)) continue;
      for (const { name, required } of operation.parameters) {
        if (required) continue;
        const expected = { operationId: operation.operationId, optional: [name], isGood: true, errors: undefined };
        expect(await send(operation, [name])).toEqual(expected);
      }
    }
  });

  it('shows requests that work as they stand', async () => {
    const all = document.operations.filter(({ operationId }) => !AFTER_OTHERS.test(operationId));
    const inOrder = [
      ...all.filter(({ operationId }) => operationId !== ERASE),
      ...all.filter((each) => each.operationId === ERASE),
    ];
    for (const operation of inOrder) {
      const expected = { operationId: operation.operationId, optional: [], isGood: true, errors: undefined };
      expect(await send(operation)).toEqual(expected);
    }
    expect(all.length).toBe(document.operations.length - 1);
  });
});
