import type { SampleCall } from './sample-call.js';
import { typescriptSample } from './typescript.js';

const CALL: SampleCall = {
  operationId: 'memories.create',
  method: 'POST',
  path: '/memories',
  secured: true,
  inPath: {},
  inQuery: {},
};

/** The last statement: what comes before it is the same in each sample. */
function statement(call: Partial<SampleCall>): string {
  return (
    typescriptSample({ ...CALL, ...call }, 'http://127.0.0.1:3000', 'tenant')
      .split('\n\n')
      .at(-1) ?? ''
  );
}

describe('the sample in TypeScript', () => {
  it('makes a client for a tenant', () => {
    expect(typescriptSample(CALL, 'http://127.0.0.1:3000', 'tenant')).toBe(`import { Mneme } from '@mneme/client';

const apiKey = process.env.MNEME_API_KEY;
const tenantId = 'tenant';
const mneme = new Mneme({ apiKey, tenantId, baseUrl: 'http://127.0.0.1:3000' });

const result = await mneme.memories.create();
`);
  });

  it('passes the fields of the body, without the tenant, as an object', () => {
    const body = { content: 'Anna\'s "tea" in the kitchen\n', tenantId: 't', metadata: { 'a-b': true, c: null } };
    expect(statement({ body })).toBe(
      `const result = await mneme.memories.create({\n  content: 'Anna\\'s "tea" in the kitchen\\n',\n  metadata: { 'a-b': true, c: null },\n});\n`,
    );
  });

  it('passes ids, and what a method is about, before the rest', () => {
    expect(statement({ operationId: 'memories.search', body: { query: 'tea?', limit: 5 } })).toBe(
      "const result = await mneme.memories.search('tea?', { limit: 5 });\n",
    );
    expect(statement({ operationId: 'webhooks.deliveries.get', inPath: { id: 'wh', deliveryId: 'dlv' } })).toBe(
      "const result = await mneme.webhooks.deliveries.get('wh', 'dlv');\n",
    );
    expect(statement({ operationId: 'usage.get', inPath: { tenantId: 't' } })).toBe(
      'const result = await mneme.usage.get();\n',
    );
  });

  it('iterates over a list, and imports records', () => {
    expect(statement({ operationId: 'tags.list', inQuery: { tenantId: 't' } })).toBe(
      'for await (const item of mneme.tags.list()) {\n  console.log(item);\n}\n',
    );
    expect(statement({ operationId: 'memories.import', records: [{ content: 'one' }] })).toBe(
      "const result = await mneme.memories.import([{ content: 'one' }]);\n",
    );
  });
});
