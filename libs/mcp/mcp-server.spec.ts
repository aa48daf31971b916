import { getEncoding } from 'js-tiktoken';
import { clientOfService, refusal } from '../../test/support/mcp/client-of-service.js';

/** Every conversation of a client begins with the list: its tools cost this much before anything is asked. */
const MAX_TOKENS = 2_500;

describe('an MCP server', () => {
  it('has tools whose list is short, in the tokens of a model', async () => {
    const client = await clientOfService(() => undefined);
    const list = JSON.stringify(await client.listTools());
    expect(getEncoding('o200k_base').encode(list).length).toBeLessThan(MAX_TOKENS);
    expect(getEncoding('cl100k_base').encode(list).length).toBeLessThan(MAX_TOKENS);
  });

  it('marks what reads, adds and changes', async () => {
    const { tools } = await (await clientOfService(() => undefined)).listTools();
    const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]);
    expect(hints).toEqual([
      ['memory_search', true, false],
      ['memory_get', true, false],
      ['memory_list', true, false],
      ['memory_add', false, false],
      ['memory_update', false, true],
      ['memory_delete', false, true],
      ['memory_explain_decision', true, false],
      ['memory_patterns', true, false],
      ['search', true, false],
      ['fetch', true, false],
    ]);
  });

  it('shows ten patterns at most, unless it is asked for more, and says how many more there are', async () => {
    const patterns = Array.from({ length: 110 }, (_, i) => {
      const confidence = i < 26 ? 0 : i / 110;
      const texts = { title: `title ${i}`, description: 'said', evidenceIds: [`mem_${i}`] };
      return { id: `${i}`, family: 'theme', tier: 'tentative', confidence, stats: { q: 1 - confidence }, ...texts };
    });
    const data = { patterns, warnings: ['few memories.'] };
    const client = await clientOfService(() => data);
    const shown = async (args: Record<string, unknown>): Promise<[string, unknown[]]> => {
      const { content, structuredContent } = await client.callTool({ name: 'memory_patterns', arguments: args });
      const heading = (content[0] as { text: string }).text.split(' What is between')[0] ?? '';
      return [heading, (structuredContent as { patterns: { id: string }[] }).patterns.map(({ id }) => id)];
    };
    const ids = Array.from({ length: 84 }, (_, i) => `${109 - i}`);
    const without = '26 that chance explains as well are left out.';
    expect(await shown({})).toEqual([
      `10 of 84 patterns, the most reliable first. The others: raise limit. ${without} few memories.`,
      ids.slice(0, 10),
    ]);
    expect(await shown({ limit: 84 })).toEqual([`84 patterns, the most reliable first. ${without} few memories.`, ids]);
    const refused = await client.callTool({ name: 'memory_patterns', arguments: { limit: 0 } });
    expect(refused.isError).toBe(true);
  });

  it('says of a refusal which field breaks which rule', async () => {
    const errors = [
      { code: 'VALIDATION_ERROR', message: 'content must have 1 to 10000 characters', field: 'content' },
      { code: 'VALIDATION_ERROR', message: 'must be a number', field: 'metadata.visits' },
    ];
    const observed: string[] = [];
    const client = await clientOfService(() => refusal(400, errors), observed);
    const result = await client.callTool({ name: 'memory_get', arguments: { id: 'mem_x' } });
    expect(result).toMatchObject({
      isError: true,
      content: [
        {
          text: 'The memory service refused the call (VALIDATION_ERROR):\n- content must have 1 to 10000 characters\n- metadata.visits: must be a number',
        },
      ],
    });
    expect(observed).toEqual(['memory_get refused']);
  });

  it('names the argument of a tool or prompt, not the field of the request that it makes', async () => {
    const refusing = (field: string): Response => {
      return refusal(400, [{ code: 'VALIDATION_ERROR', message: `${field} must be right`, field }]);
    };
    const client = await clientOfService(({ path }) => refusing(path.endsWith('search') ? 'query' : 'timeRange.from'));
    const call = { name: 'memory_explain_decision', arguments: { topic: 'tea', from: 'x' } };
    expect(await client.callTool(call)).toMatchObject({
      content: [{ text: expect.stringMatching(/:\n- from must be right$/) }],
    });
    const recall = { name: 'recall', arguments: { topic: '' } };
    await expect(client.getPrompt(recall)).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/- topic must be right$/),
    });
    await expect(client.getPrompt({ name: 'recall', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/- topic must be a text$/),
    });
  });

  it('says of arguments against the schema what they must be, and calls nothing', async () => {
    const asked: string[] = [];
    const observed: string[] = [];
    const client = await clientOfService(({ path }) => asked.push(path), observed);
    const result = await client.callTool({ name: 'memory_search', arguments: { limit: 'ten', colour: 'red' } });
    const text =
      'The call was not sent:\n- query must be a text\n- limit must be a number\n- colour is no argument of this tool';
    expect(result).toMatchObject({ isError: true, content: [{ text }] });
    expect([asked, observed]).toEqual([[], ['memory_search refused']]);
  });

  it('recalls what has to do with the topic', async () => {
    const memory = { id: 'mem_1', content: 'Anna drinks tea', type: 'semantic', createdAt: '2026-01-01T00:00:00Z' };
    const asked: unknown[] = [];
    const client = await clientOfService(({ body }) => (asked.push(body), { results: [memory] }));
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'tea' } });
    expect(messages[0]?.content).toMatchObject({
      text: expect.stringContaining('. 1 memory, the most relevant first. '),
    });
    expect(asked).toMatchObject([{ query: 'tea', limit: 15, minRelevance: 0.1 }]);
  });

  it.each([
    ['an answer of a proxy', () => new Response('Bad gateway', { status: 502 }), 'failed'],
    ['a failure of the service', () => refusal(500, [{ code: 'DATABASE_ERROR', message: 'no database' }]), 'failed'],
    ['a quota', () => refusal(402, [{ code: 'INSUFFICIENT_QUOTA', message: 'the calls are used up' }]), 'refused'],
  ])('makes a result of %s', async (_, answer, outcome) => {
    const observed: string[] = [];
    const client = await clientOfService(answer, observed);
    const result = await client.callTool({ name: 'memory_search', arguments: { query: 'tea' } });
    expect(result.isError).toBe(true);
    expect(observed).toEqual([`memory_search ${outcome}`]);
  });

  it('calls nothing where an identifier is empty', async () => {
    const client = await clientOfService(() => undefined);
    const result = await client.callTool({ name: 'memory_get', arguments: { id: '' } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^The call was not sent/) }],
    });
  });
});
