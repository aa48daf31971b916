import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { EVERYDAY, FERRY_STORY, FERRY_TOPIC } from '../../support/stories/ferry-story.js';
import { importLines } from '../../support/stories/import-lines.js';

interface Chain {
  readonly decision: { readonly memoryId: string; readonly chosen?: object };
  readonly nodes: { readonly memoryId: string }[];
  readonly possible?: { readonly memoryId: string; readonly probability: number }[];
}

const ask = (tenant: TestTenant, more: object = {}): Promise<ApiResponse> => {
  const { topic, ...params } = { topic: FERRY_TOPIC, asOf: '2026-10-01T00:00:00Z', ...more };
  return recorded(tenant, ({ decisionChains }) => decisionChains.reconstruct(topic, asIs(params)));
};
const chainsOf = (response: ApiResponse): Chain[] => {
  expect({ status: response.status, errors: response.body.errors }).toEqual({ status: 200, errors: undefined });
  return response.body.data.chains as Chain[];
};
const faultOf = ({ status, body }: ApiResponse): unknown[] => {
  const [fault] = body.errors;
  return [status, fault?.code, fault?.field];
};

/** The memory of the decision that is reported first. */
async function decisionOf(tenant: TestTenant): Promise<string> {
  return chainsOf(await ask(tenant))[0]?.decision.memoryId ?? '';
}

describe('a decision chain', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
    const lines = [...FERRY_STORY, ...EVERYDAY].map((record) => JSON.stringify(record)).join('\n');
    await importLines(tenant, lines, FERRY_STORY.length + EVERYDAY.length);
  }, 60_000);

  it('states what was taken with the memory that says so, and lists what may belong there where that is asked for', async () => {
    const [chain] = chainsOf(await ask(tenant, { include: ['possible'] }));
    expect(chain?.decision.chosen).toEqual({ memoryId: expect.stringMatching(/^mem_/), text: expect.any(String) });
    const told = chain?.nodes.map(({ memoryId }) => memoryId);
    for (const { memoryId, probability } of chain?.possible ?? []) {
      expect([told?.includes(memoryId), probability > 0 && probability < 1]).toEqual([false, true]);
    }
    expect(chainsOf(await ask(tenant))[0]).not.toHaveProperty('possible');
  });

  it('tells of the decision that is named, without a topic or with any', async () => {
    const decisionId = await decisionOf(tenant);
    const named = await recorded(tenant, ({ decisionChains }) => decisionChains.ofDecision(decisionId));
    expect(chainsOf(named).map((chain) => chain.decision.memoryId)).toEqual([decisionId]);
    expect(named.body.data).toMatchObject({ decisionId });
    expect(named.body.data).not.toHaveProperty('topic');
    const beside = await ask(tenant, { decisionId, topic: 'lattice quantum chromodynamics' });
    expect(chainsOf(beside).map((chain) => chain.decision.memoryId)).toEqual([decisionId]);
    expect(beside.body.data).toMatchObject({ decisionId, topic: 'lattice quantum chromodynamics' });
  });

  it('refuses a request without a decision, and one for a decision that is not there', async () => {
    const decisionId = await decisionOf(tenant);
    const path = '/api/v1/intelligence/decision-chain';
    const asked = (body: object, by: TestTenant = tenant): Promise<ApiResponse> =>
      by.api.post(path, { tenantId: by.tenantId, ...body });
    expect(faultOf(await asked({}))).toEqual([400, 'VALIDATION_ERROR', 'topic']);
    const malformed = await asked({ decisionId: 'chain_3k9x0c2m' });
    expect(faultOf(malformed)).toEqual([400, 'VALIDATION_ERROR', 'decisionId']);
    const noUuid = await asked({ decisionId: 'mem_55aq4r4m89kp8epbeq30dfbsfd' });
    expect(faultOf(noUuid)).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
    const other = await newTenant();
    const foreign = await asked({ decisionId }, other);
    expect(faultOf(foreign)).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
    const early = await asked({ decisionId, asOf: '2020-01-01T00:00:00Z' });
    expect(faultOf(early)).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
    const outside = await asked({ decisionId, timeRange: { to: '1999-12-31' } });
    expect(outside.body.data).toMatchObject({ status: 'none', chains: [], reason: expect.any(String) });
  });

  it('names decisions that may be meant where it tells none', async () => {
    const response = await ask(tenant, { topic: 'what we will do about boats' });
    const { status, candidates = [] } = response.body.data as {
      status: string;
      candidates?: { memoryId: string; text: string; at: string; probability: number }[];
    };
    expect(status).toBe('none');
    expect(candidates.length).toBeGreaterThan(0);
    expect(candidates[0]).toEqual({
      memoryId: expect.stringMatching(/^mem_/),
      text: expect.any(String),
      at: expect.any(String),
      probability: expect.any(Number),
    });
  });
});
