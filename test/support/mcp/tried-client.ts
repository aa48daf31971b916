import { textOf, type McpClient } from './mcp-clients.js';

const MEMORY = { content: 'Anna prefers tea to coffee', type: 'semantic' };

/** Calls what a client has to call: tools, a resource and a prompt, one call of them with a fault. */
export async function tryClient(client: McpClient): Promise<void> {
  const added = await client.callTool({ name: 'memory_add', arguments: MEMORY });
  expect(textOf(added)).toMatch(/^(Stored|Already stored) as mem_/);
  const { id } = added.structuredContent as { id: string };
  const found = await client.callTool({
    name: 'memory_search',
    arguments: { query: 'what does Anna drink?', limit: 1 },
  });
  expect(found.structuredContent).toMatchObject({ memories: [{ id, content: MEMORY.content }] });
  const read = await client.callTool({ name: 'fetch', arguments: { id } });
  expect(read.structuredContent).toMatchObject({ id, url: expect.stringContaining(id) });
  const { contents } = await client.readResource({ uri: `mneme://memories/${id}` });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining(MEMORY.content) });
  const { messages } = await client.getPrompt({ name: 'recall', arguments: { topic: 'drinks' } });
  expect(messages).toHaveLength(1);
  const refused = await client.callTool({ name: 'memory_add', arguments: { ...MEMORY, content: '' } });
  expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('content')]);
}
