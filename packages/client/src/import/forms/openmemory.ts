import type { MemoryType } from '../../generated/types.gen.js';
import type { JsonItem } from '../json/json-items.js';
import type { Draft } from '../records/draft.js';
import type { Notes } from '../records/import-notes.js';
import { fieldsOf, type Fields, listOf, nameOf, numberOf, textOf, unpackedJson } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';
import { factOf } from './passing-fact.js';

const SECTORS: Readonly<Record<string, MemoryType>> = {
  episodic: 'episodic',
  semantic: 'semantic',
  procedural: 'procedural',
  emotional: 'emotional',
  reflective: 'semantic',
};

/**
 * Two systems of this name: the backup of mem0's (a zip of `memories.json` and `memories.jsonl.gz`, which hold the same
 * memories), and the list of CaviraOSS's, or rows of its tables.
 */
export const openmemory: Form = {
  name: 'openmemory',
  hasLists: hasOneOf('user', 'apps', 'memories', 'items'),
  recognizes: ({ keys, elementKeys }) =>
    hasKeys(keys, 'user', 'apps') ||
    hasKeys(keys, 'memories', 'apps') ||
    hasKeys(keys, 'content', 'state', 'categories') ||
    [keys, elementKeys].some((each) => hasKeys(each, 'content', 'primary_sector')) ||
    [keys, elementKeys].some((each) => hasKeys(each, 'subject', 'predicate', 'object', 'valid_from')),
  open: (notes) => {
    const backup = new Backup(notes);
    return (item) => backup.read(item);
  },
};

/** The ids of apps, categories and the user stand for names that the backup has before its memories. */
class Backup {
  private readonly names = new Map<string, string>();
  private readonly seen = new Set<string>();
  private user: Fields = {};

  constructor(private readonly notes: Notes) {}

  *read({ key, value }: JsonItem): Generator<Draft> {
    const fields = fieldsOf(value);
    if (key === 'user') this.user = fields;
    else if (key === 'apps' || key === 'categories') this.names.set(String(fields['id']), String(fields['name']));
    else if (key === '' || key === 'items' || key === 'memories') yield* this.memory(fields);
  }

  private *memory(fields: Fields): Generator<Draft> {
    if ('predicate' in fields) yield factOf(cavirasFact(fields));
    else if ('primary_sector' in fields) yield cavirasMemory(fields);
    else yield* this.memoryOfBackup(fields);
  }

  private *memoryOfBackup(fields: Fields): Generator<Draft> {
    const id = nameOf(fields['id']);
    if (id !== undefined && this.seen.has(id)) return;
    if (id !== undefined) this.seen.add(id);
    if (fields['state'] === 'deleted') return this.notes.skipped('deleted');
    const { content, state, metadata } = fields;
    const names = listOf(fields['category_ids']).map((each) => this.names.get(String(each)));
    yield {
      id,
      content: textOf(content) ?? '',
      type: 'semantic',
      tags: [...listOf(fields['categories']), ...names],
      metadata: {
        userId: nameOf(this.user['user_id']),
        appId: textOf(fields['app']) ?? this.names.get(String(fields['app_id'])),
        state: state === 'active' ? undefined : textOf(state),
      },
      foreign: fieldsOf(metadata),
      createdAt: fields['created_at'],
      updatedAt: fields['updated_at'],
    };
  }
}

function cavirasMemory(fields: Fields): Draft {
  const sector = textOf(fields['primary_sector']) ?? 'semantic';
  return {
    id: nameOf(fields['id']),
    content: textOf(fields['content']) ?? '',
    type: SECTORS[sector] ?? 'semantic',
    importance: numberOf(fields['salience']),
    tags: [...listOf(unpackedJson(fields['tags'])), ...(sector === 'reflective' ? [sector] : [])],
    metadata: { userId: nameOf(fields['user_id']), projectId: nameOf(fields['project_id']) },
    foreign: fieldsOf(unpackedJson(fields['metadata'] ?? fields['meta'])),
    createdAt: fields['created_at'],
    updatedAt: fields['updated_at'],
  };
}

function cavirasFact(fields: Fields): Parameters<typeof factOf>[0] {
  const { subject, predicate, object, confidence } = fields;
  return {
    id: nameOf(fields['id']),
    fact: [subject, predicate, object].map((word) => String(word).replaceAll('_', ' ')).join(' '),
    metadata: { userId: nameOf(fields['user_id']), confidence: numberOf(confidence) },
    foreign: fieldsOf(unpackedJson(fields['metadata'])),
    validFrom: fields['valid_from'],
    validTo: fields['valid_to'],
    createdAt: fields['valid_from'],
  };
}
