import type { Client } from '@modelcontextprotocol/client';
import { clientOfService } from '../../test/support/mcp/client-of-service.js';
import { textOf } from '../../test/support/mcp/mcp-clients.js';

const stored = { type: 'episodic', createdAt: '2026-01-01T00:00:00Z', relevance: 0.4, tags: [] };
const fact = { ...stored, id: 'mem_1', content: 'Anna drinks tea', metadata: { userId: 'anna' } };
/** As `@mneme/adapters/openai-agents` stores a turn and the head of a conversation. */
const turn = {
  ...stored,
  id: 'mem_2',
  content: '-',
  metadata: { userId: 'anna', agentTurn: { text: 'SECRET TURN' }, mnemeAdapter: 'openai-agents' },
};
const head = {
  ...turn,
  id: 'mem_3',
  metadata: { userId: 'anna', agentSession: 'SECRET', mnemeAdapter: 'openai-agents' },
};
const all = [turn, fact, head];

/** Adapters for agent frameworks keep conversations in memories that are for them alone. */
describe('the history of a conversation that an adapter keeps', () => {
  let client: Client;
  const call = (name: string, args: Record<string, unknown>): Promise<any> =>
    client.callTool({ name, arguments: args });

  beforeAll(async () => {
    client = await clientOfService(({ path, body }) => {
      if (path.endsWith('mem_2')) return turn;
      // Only what is asked for is there.
      const found = all.map(({ metadata, ...rest }) =>
        body && !body.fields?.includes('metadata') ? rest : { ...rest, metadata },
      );
      return path.endsWith('search')
        ? { results: found }
        : { memories: all, pagination: { total: 7, nextCursor: 'c' } };
    });
  });
  afterAll(() => client.close());

  it('is found by no search and listed by no page, which says so', async () => {
    const found = await call('memory_search', { query: 'tea' });
    expect(textOf(found)).toMatch(/^1 memory found\./);
    const page = await call('memory_list', {});
    expect(textOf(page)).toMatch(
      /^1 of 7 memories\. 2 more on this page hold conversations of agents and are left out\. More with the cursor c\./,
    );
    const connector = await call('search', { query: 'tea' });
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'tea' } });
    expect(connector.structuredContent.results).toHaveLength(1);
    for (const each of [found, page]) expect(each.structuredContent.memories).toEqual([fact]);
    for (const each of [found, page, connector, messages]) expect(JSON.stringify(each)).not.toMatch(/SECRET|mem_[23]/);
  });

  it('is read by its id without what was said', async () => {
    const read = await call('memory_get', { id: 'mem_2' });
    expect(read.structuredContent).toMatchObject({
      id: 'mem_2',
      metadata: { userId: 'anna', mnemeAdapter: 'openai-agents' },
    });
    const { contents } = await client.readResource({ uri: 'mneme://memories/mem_2' });
    for (const each of [read, contents]) expect(JSON.stringify(each)).not.toContain('SECRET');
  });
});
