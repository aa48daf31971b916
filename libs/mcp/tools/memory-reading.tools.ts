import { z } from 'zod';
import { recordedData } from '../text/escaped.js';
import { counted, memoryText } from '../text/memory-text.js';
import { recorded } from '../text/recorded.js';
import { withoutHistories, withoutTurn } from './agent-histories.js';
import { attributes, day, id, memory, tags, type } from './fields.js';
import { defineTool } from './tool.js';

const READ = 'read:memories';
const FIELDS = ['tags', 'metadata'] as const;
const LIMIT = 10;

const memorySearch = defineTool({
  name: 'memory_search',
  title: 'Search memories',
  description:
    'Find memories by meaning. Name what you look for: "what does Anna drink", not "what does she drink". relevance is the probability that a memory answers the query.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    query: z.string(),
    limit: z.int().optional().describe('1 to 100, default 10'),
    minRelevance: z.number().optional().describe('0 to 1'),
    type: type.optional(),
    tags: tags.optional(),
    metadata: attributes.optional(),
    occurredFrom: day.optional(),
    occurredTo: day.optional(),
  }),
  output: z.looseObject({ memories: z.array(memory.extend({ relevance: z.number() })) }),
  run: async ({ query, limit = LIMIT, ...filter }, { mneme }, options) => {
    const found = await mneme.memories.search(query, { ...filter, limit, fields: [...FIELDS] }, options);
    const results = withoutHistories(found.results);
    const heading = `${counted(results.length, 'memory', 'memories')} found.`;
    return { text: recorded(heading, results.map(memoryText)), data: recordedData({ memories: results }) };
  },
});

const memoryGet = defineTool({
  name: 'memory_get',
  title: 'Get a memory',
  description: 'Read one memory by its id.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({ id }),
  output: memory,
  run: async (args, { mneme }, options) => {
    const found = withoutTurn(await mneme.memories.get(args.id, {}, options));
    return { text: recorded('The memory.', [memoryText(found)]), data: recordedData(found) };
  },
});

const memoryList = defineTool({
  name: 'memory_list',
  title: 'List memories',
  description: 'List memories, newest first. To find a fact, use memory_search.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({
    limit: z.int().optional().describe('1 to 100, default 10'),
    cursor: z.string().optional().describe('nextCursor of the page before'),
    type: type.optional(),
    tags: tags.optional(),
    metadata: attributes.optional(),
    createdFrom: day.optional(),
    createdTo: day.optional(),
  }),
  output: z.looseObject({ memories: z.array(memory), total: z.number(), nextCursor: z.string().optional() }),
  run: async ({ limit = LIMIT, ...filter }, { mneme }, options) => {
    const page = await mneme.memories.list({ ...filter, limit, fields: FIELDS }, options).page();
    const memories = withoutHistories(page.memories);
    const { total, nextCursor } = page.pagination;
    const others = page.memories.length - memories.length;
    const hidden = others > 0 ? ` ${others} more on this page hold conversations of agents and are left out.` : '';
    const more = nextCursor === undefined ? '' : ` More with the cursor ${nextCursor}.`;
    const heading = `${memories.length} of ${counted(total, 'memory', 'memories')}.${hidden}${more}`;
    const data = recordedData({ memories, total, ...(nextCursor !== undefined && { nextCursor }) });
    return { text: recorded(heading, memories.map(memoryText)), data };
  },
});

export const READING_TOOLS = [memorySearch, memoryGet, memoryList];
