import { fastify } from 'fastify';
import type { BareMemories } from './bare-memories.js';

/** Fastify with nothing but two handlers: the floor of what is mostly HTTP. @returns its address */
export async function startBareServer(memories: BareMemories): Promise<string> {
  const server = fastify();
  server.get<{ Params: { id: string } }>('/memories/:id', async ({ params }, reply) => {
    const memory = await memories.get(params.id);
    return memory ?? reply.code(404).send();
  });
  server.get<{ Querystring: { limit: string } }>('/memories', ({ query }) => memories.list(Number(query.limit)));
  return server.listen({ host: '127.0.0.1', port: 0 });
}
