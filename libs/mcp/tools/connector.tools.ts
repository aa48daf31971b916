import { z } from 'zod';
import { escapeText } from '../text/escaped.js';
import { memoryText, titleOf } from '../text/memory-text.js';
import { recorded } from '../text/recorded.js';
import { withoutHistories } from './agent-histories.js';
import { defineTool } from './tool.js';

const READ = 'read:memories';
const LIMIT = 10;

/**
 * The two tools that connectors of ChatGPT call. Their text is their data, as JSON. A title is the escaped beginning of a
 * memory in one line; the text of a document is delimited, as other tools delimit it.
 */
const search = defineTool({
  name: 'search',
  title: 'Search',
  description: 'memory_search for connectors: ids and titles.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({ query: z.string() }),
  output: z.looseObject({
    results: z.array(z.looseObject({ id: z.string(), title: z.string(), url: z.string() })),
  }),
  run: async ({ query }, { mneme, addressOf }, options) => {
    const found = await mneme.memories.search(query, { limit: LIMIT, fields: ['metadata'] }, options);
    const data = {
      results: withoutHistories(found.results).map(({ id, content }) => ({
        id,
        title: escapeText(titleOf(content)),
        url: addressOf(id),
      })),
    };
    return { text: JSON.stringify(data), data };
  },
});

const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch',
  description: 'memory_get for connectors.',
  scope: READ,
  effect: 'reads',
  input: z.strictObject({ id: z.string() }),
  output: z.looseObject({ id: z.string(), title: z.string(), text: z.string(), url: z.string() }),
  run: async (args, { mneme, addressOf }, options) => {
    const { id, content, type, createdAt, tags } = await mneme.memories.get(args.id, {}, options);
    const text = recorded('The memory.', [memoryText({ id, content, type, createdAt })]);
    const metadata = { type, createdAt, tags: escapeText(tags.join(', ')) };
    const data = { id, title: escapeText(titleOf(content)), text, url: addressOf(id), metadata };
    return { text: JSON.stringify(data), data };
  },
});

export const CONNECTOR_TOOLS = [search, fetch];
