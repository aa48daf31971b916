import { pythonSample } from './python.js';
import type { SampleCall } from './sample-call.js';

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
    pythonSample({ ...CALL, ...call }, 'http://127.0.0.1:3000', 'tenant')
      .split('\n\n')
      .at(-1) ?? ''
  );
}

describe('the sample in Python', () => {
  it('makes a client for a tenant', () => {
    expect(pythonSample(CALL, 'http://127.0.0.1:3000', 'tenant')).toBe(`import os

from mneme import Mneme

client = Mneme(
    api_key=os.environ["MNEME_API_KEY"],
    tenant_id="tenant",
    base_url="http://127.0.0.1:3000",
)

result = client.memories.create()
`);
  });

  it('passes the fields of the body, without the tenant, by name', () => {
    const body = {
      content: 'Anna\'s "tea"',
      tenantId: 't',
      externalId: 'x',
      metadata: { aB: true, c: null, d: false },
    };
    expect(statement({ body })).toBe(`result = client.memories.create(
    content="Anna's \\"tea\\"",
    external_id="x",
    metadata={"aB": True, "c": None, "d": False},
)
`);
  });

  it('passes ids, and what a method is about, before the rest', () => {
    expect(statement({ operationId: 'memories.createMany', body: { memories: [{ a: 1 }], onConflict: 'skip' } })).toBe(
      'result = client.memories.create_many([{"a": 1}], on_conflict="skip")\n',
    );
    expect(statement({ operationId: 'memories.byExternalId.get', inPath: { externalId: 's1' } })).toBe(
      'result = client.memories.by_external_id.get("s1")\n',
    );
  });

  it('iterates over a list, and gives words of the language an underscore', () => {
    expect(statement({ operationId: 'memories.export' })).toBe(
      'for item in client.memories.export():\n    print(item)\n',
    );
    expect(statement({ operationId: 'memories.import', records: [{ content: 'one' }] })).toBe(
      'result = client.memories.import_([{"content": "one"}])\n',
    );
  });
});
