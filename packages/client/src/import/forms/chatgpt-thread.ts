import { fieldsOf, type Fields, listOf, numberOf, textOf } from './dump-values.js';

/** A conversation as its user last saw it. */
export interface Thread {
  /** Oldest first. */
  readonly messages: readonly Fields[];
  /** Messages of answers that were made again, and of questions that were asked in other words. */
  readonly discarded: number;
}

/** A conversation is a tree: what the user saw is the way from its current node up to the root. */
export function threadOf(conversation: Fields): Thread {
  const nodes = fieldsOf(conversation['mapping']);
  const path: Fields[] = [];
  const seen = new Set<string>();
  let id = textOf(conversation['current_node']) ?? latestLeaf(nodes);
  while (id !== undefined && id in nodes && !seen.has(id)) {
    seen.add(id);
    const node = fieldsOf(nodes[id]);
    const message = messageOf(id, node);
    if (message !== undefined) path.push(message);
    id = textOf(node['parent']);
  }
  const others = Object.entries(nodes).filter(([each, node]) => !seen.has(each) && isSeen(fieldsOf(node)));
  return { messages: path.reverse(), discarded: others.length };
}

function messageOf(id: string, { message }: Fields): Fields | undefined {
  const fields = fieldsOf(message);
  return Object.keys(fields).length === 0 ? undefined : { ...fields, id: fields['id'] ?? id };
}

/** Where the current node is missing: the youngest message that has no answer. */
function latestLeaf(nodes: Fields): string | undefined {
  const leaves = Object.entries(nodes).filter(([, node]) => listOf(fieldsOf(node)['children']).length === 0);
  const timed = leaves.map(
    ([id, node]) => [id, numberOf(fieldsOf(fieldsOf(node)['message'])['create_time']) ?? 0] as const,
  );
  return timed.reduce<readonly [string, number] | undefined>(
    (latest, each) => (latest !== undefined && latest[1] >= each[1] ? latest : each),
    undefined,
  )?.[0];
}

function isSeen({ message }: Fields): boolean {
  const role = fieldsOf(fieldsOf(message)['author'])['role'];
  return role === 'user' || role === 'assistant';
}
