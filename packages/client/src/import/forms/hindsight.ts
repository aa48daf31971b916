import type { MemoryType } from '../../generated/types.gen.js';
import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, listOf, nameOf, numberOf, textOf } from './dump-values.js';
import { type Form, hasKeys } from './form.js';

const TYPES: Readonly<Record<string, MemoryType>> = { world: 'semantic', experience: 'episodic' };

/** Hindsight: the archive that it transfers a bank with. Each document holds the facts that were found in it. */
export const hindsight: Form = {
  name: 'hindsight',
  recognizes: ({ keys }) => hasKeys(keys, 'id', 'original_text') || hasKeys(keys, 'id', 'chunks', 'facts'),
  open:
    (notes) =>
    ({ value }) =>
      documentDrafts(fieldsOf(value), notes),
};

function* documentDrafts(document: Fields, notes: Notes): Generator<Draft> {
  const id = nameOf(document['id']) ?? '';
  const facts = listOf(document['facts']).map(fieldsOf);
  const names = facts.map((_, i) => `${id}/fact-${i}`);
  const causes = causesOf(facts);
  if (facts.length === 0) notes.skipped('a document without facts');
  for (const [i, fact] of facts.entries()) {
    const causedBy = causes[i]?.map((cause) => names[cause] ?? '');
    yield factDraft(fact, document, { id: names[i], idOfUser: true, causedBy });
  }
}

function factDraft(fact: Fields, document: Fields, place: Pick<Draft, 'id' | 'idOfUser' | 'causedBy'>): Draft {
  const kind = textOf(fact['fact_type']) ?? 'world';
  const isKnown = kind in TYPES;
  const entities = listOf(fact['entities']).map((each) => textOf(each) ?? textOf(fieldsOf(each)['name']));
  return {
    ...place,
    content: textOf(fact['text']) ?? '',
    type: TYPES[kind] ?? 'semantic',
    tags: [...listOf(document['tags']), ...listOf(fact['tags']), ...entities, ...(isKnown ? [] : [kind])],
    metadata: {
      documentId: nameOf(document['id']),
      context: textOf(fact['context']),
      occurredAt: fact['occurred_start'] ?? fact['event_date'],
      occurredUntil: fact['occurred_end'],
    },
    foreign: fieldsOf(fact['metadata']),
    createdAt: fact['mentioned_at'] ?? document['created_at'],
  };
}

/** For each fact the places of those that caused it. A relation can stand at either end. */
function causesOf(facts: readonly Fields[]): number[][] {
  const causes: number[][] = facts.map(() => []);
  for (const [i, fact] of facts.entries()) {
    for (const each of listOf(fact['causal_relations'])) {
      const { relation_type: type, target_fact_index: place } = fieldsOf(each);
      const target = numberOf(place);
      if (target === undefined || target === i || facts[target] === undefined) continue;
      if (type === 'causes' || type === 'enables') causes[target]?.push(i);
      else if (type === 'caused_by' || type === 'enabled_by') causes[i]?.push(target);
    }
  }
  return causes.map((each) => [...new Set(each)]);
}
