import { curlSample } from './curl.js';
import type { SampleCall } from './sample-call.js';

const BASE = 'http://127.0.0.1:3000';
const CALL: SampleCall = {
  operationId: 'things.create',
  method: 'POST',
  path: '/things',
  secured: true,
  inPath: {},
  inQuery: {},
};

describe('the sample in curl', () => {
  it('sends a body as JSON, quoted for a shell', () => {
    expect(curlSample({ ...CALL, body: { text: "Anna's tea", tags: ['a', 'b'] } }, BASE)).toBe(
      `curl -X POST 'http://127.0.0.1:3000/things' \\
  -H "Authorization: Bearer $MNEME_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{ "text": "Anna'\\''s tea", "tags": ["a", "b"] }'`,
    );
  });

  it('fills in path and query, and leaves out the method that curl has anyway', () => {
    const call = { ...CALL, method: 'GET', path: '/things/{id}', inPath: { id: 'a/b' }, inQuery: { tenantId: 't 1' } };
    expect(curlSample({ ...call, secured: false }, BASE)).toBe(`curl '${BASE}/things/a%2Fb?tenantId=t+1'`);
  });

  it('sends records as lines of NDJSON, each with its end', () => {
    const sample = curlSample({ ...CALL, records: [{ content: 'one' }, { content: 'two' }] }, BASE);
    expect(sample).toContain(
      `-H 'Content-Type: application/x-ndjson' \\\n  --data-binary '{"content":"one"}\n{"content":"two"}\n'`,
    );
  });

  it('writes a long body in lines that are JSON', () => {
    const body = { content: 'x'.repeat(60), nested: { deep: true, none: null, number: 0.5 } };
    const [, written = ''] = /-d '([^']*)'/.exec(curlSample({ ...CALL, body }, BASE)) ?? [];
    expect(written.split('\n').length).toBeGreaterThan(2);
    expect(JSON.parse(written)).toEqual(body);
  });
});
