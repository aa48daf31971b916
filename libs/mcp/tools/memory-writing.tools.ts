import { createHash } from 'node:crypto';
import { type Memory, type Mneme, NotFoundError, type RequestOptions } from '@mneme/client';
import { z } from 'zod';
import { recordedData } from '../text/escaped.js';
import { withoutTurn } from './agent-histories.js';
import { id, metadata, tags, type } from './fields.js';
import { defineTool, type Given } from './tool.js';

const WRITE = 'write:memories';
/** An addition is tried again after each deletion or change of what it added, up to this number in a day. */
const MAX_ADDITIONS = 20;

const newMemory = z.strictObject({
  content: z.string().describe('One self-contained statement, with names instead of pronouns'),
  type: type.describe(
    'semantic: a fact; episodic: what happened; event: with a date; decision: with its reason; task: to do; procedural: how to; identity: who somebody is; relational: how people are related',
  ),
  importance: z.number().optional().describe('0 to 1'),
  tags: tags.optional(),
  metadata: metadata.optional().describe('e.g. occurredAt (ISO 8601), userId'),
  ttlSeconds: z.int().optional().describe('Expires after'),
});

type NewMemory = Given<z.output<typeof newMemory>>;

const stored = z.looseObject({ id: z.string(), content: z.string() });

const memoryAdd = defineTool({
  name: 'memory_add',
  title: 'Add a memory',
  description:
    'Store a fact, preference, decision, plan or event that will matter later. The same arguments again within a day store nothing twice.',
  scope: WRITE,
  effect: 'adds',
  input: newMemory,
  output: stored,
  run: async (args, { mneme }, options) => {
    const { memory, isNew } = await add(mneme, normalized(args), options);
    return { text: `${isNew ? 'Stored' : 'Already stored'} as ${memory.id}.`, data: recordedData(memory) };
  },
});

const memoryUpdate = defineTool({
  name: 'memory_update',
  title: 'Update a memory',
  description: 'Correct a memory. Fields that you leave out stay; tags and metadata are replaced as a whole.',
  scope: WRITE,
  effect: 'changes',
  input: z.strictObject({
    id,
    content: z.string().optional(),
    importance: z.number().optional(),
    tags: tags.optional(),
    metadata: metadata.optional(),
  }),
  output: stored,
  run: async ({ id: changed, ...changes }, { mneme }, options) => {
    const memory = withoutTurn(await mneme.memories.update(changed, changes, options));
    return { text: `Updated ${memory.id}.`, data: recordedData(memory) };
  },
});

const memoryDelete = defineTool({
  name: 'memory_delete',
  title: 'Delete a memory',
  description: 'Delete one memory for good. Only if the user asks for it.',
  scope: WRITE,
  effect: 'changes',
  input: z.strictObject({ id }),
  output: z.looseObject({ id: z.string(), deleted: z.boolean() }),
  run: async (args, { mneme }, options) => {
    const deleted = await mneme.memories.delete(args.id, options);
    return { text: `Deleted ${deleted.id}.`, data: deleted };
  },
});

export const WRITING_TOOLS = [memoryAdd, memoryUpdate, memoryDelete];

/**
 * What differs only in spaces around texts, and in tags and metadata that are empty, is the same memory.
 */
function normalized({ content, tags: given = [], metadata: about = {}, ...rest }: NewMemory): NewMemory {
  const kept = given.map((tag) => tag.trim());
  return {
    ...rest,
    content: content.trim(),
    ...(kept.length > 0 && { tags: kept }),
    ...(Object.keys(about).length > 0 && { metadata: about }),
  };
}

/**
 * Stores a memory under a key that its arguments make, so that the service answers the same arguments for a day with the
 * memory that they made. Where that memory has been deleted or says something else by now, it is stored again.
 */
async function add(
  mneme: Mneme,
  args: NewMemory,
  options: RequestOptions,
): Promise<{ readonly memory: Memory; readonly isNew: boolean }> {
  let after = '';
  for (let i = 1; ; i++) {
    const idempotencyKey = keyOf(args, after);
    const { data, response } = await mneme.memories.create(args, { ...options, idempotencyKey }).withResponse();
    if (!response.replayed) return { memory: data, isNew: true };
    const present = await existing(mneme, data.id, options);
    if (present?.content === data.content || i === MAX_ADDITIONS) return { memory: present ?? data, isNew: false };
    after = data.id;
  }
}

async function existing(mneme: Mneme, memoryId: string, options: RequestOptions): Promise<Memory | undefined> {
  try {
    return await mneme.memories.get(memoryId, {}, options);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** @param after the memory that these arguments made before */
function keyOf(args: object, after: string): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return `mcp-${createHash('sha256')
    .update(JSON.stringify([sorted, after]))
    .digest('hex')
    .slice(0, 40)}`;
}
