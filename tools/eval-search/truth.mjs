/** The sample memories and the questions about them, as samples/test-tenant has them. */
import { readFileSync } from 'node:fs';

const samples = new URL('../../samples/test-tenant/', import.meta.url);
const read = (name) => readFileSync(new URL(name, samples), 'utf8');

/** [{ externalId, content, type, tags, metadata, createdAt }] in the order of the file. */
export function readMemories() {
  return read('memories.ndjson')
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ tags: [], metadata: {}, ...JSON.parse(line) }));
}

/**
 * @returns [{ id, query, group, filter, grades: Map(externalId, 1 | 2) }]
 * @throws Error where a question names a memory that is not there, or that its own filter leaves out
 */
export function readQuestions(memories) {
  const byId = new Map(memories.map((memory) => [memory.externalId, memory]));
  return JSON.parse(read('truth/queries.json')).map(({ id, query, group, filter = {}, relevant }) => {
    for (const { externalId } of relevant) {
      const memory = byId.get(externalId);
      if (!memory || !satisfies(memory, filter)) throw new Error(`${id}: ${externalId} cannot be found`);
    }
    return { id, query, group, filter, grades: new Map(relevant.map((each) => [each.externalId, each.grade])) };
  });
}

/** As POST /memories/search understands a filter: all tags, both dates inclusive. */
export function satisfies({ type, tags, createdAt }, filter) {
  const at = Date.parse(createdAt);
  return (
    (filter.type === undefined || type === filter.type) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    (filter.createdFrom === undefined || at >= Date.parse(filter.createdFrom)) &&
    (filter.createdTo === undefined || at <= Date.parse(filter.createdTo))
  );
}
