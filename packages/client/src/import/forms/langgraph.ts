import type { Draft } from '../records/draft.js';
import { fieldsOf, type Fields, isFields, listOf, nameOf, textOf, unpackedJson, without } from './dump-values.js';
import { type Form, hasKeys, hasOneOf } from './form.js';

/** What a value calls its text, the likeliest first. */
const TEXTS = ['content', 'text', 'memory', 'data', 'fact', 'summary'];

/** LangGraph: rows of the table `store`, or items of the store's search. What they hold is up to the application. */
export const langgraph: Form = {
  name: 'langgraph',
  hasLists: hasOneOf('items', 'rows'),
  recognizes: ({ keys, elementKeys }) =>
    [keys, elementKeys].some(
      (each) =>
        hasKeys(each, 'key', 'value') && ['prefix', 'namespace', 'namespace_path'].some((name) => each.has(name)),
    ),
  open: (notes) =>
    function* ({ value }) {
      const fields = fieldsOf(value);
      if ('value' in fields) yield item(fields);
      else notes.skipped('not an item of a store');
    },
};

function item(fields: Fields): Draft {
  const namespace = namespaceOf(fields['namespace'] ?? fields['namespace_path'] ?? fields['prefix']);
  const key = nameOf(fields['key']);
  const value = unpackedJson(fields['value']);
  const { text, rest } = contentOf(value);
  return {
    id: key === undefined ? undefined : [...namespace, key].join('/'),
    content: text,
    type: 'semantic',
    tags: [fieldsOf(value)['kind']].filter((kind) => kind !== 'Memory'),
    metadata: { userId: userOf(namespace), namespace },
    foreign: rest,
    createdAt: fields['created_at'],
    updatedAt: fields['updated_at'],
    expiresAt: fields['expires_at'],
  };
}

/** A list, or as the table has it: `memories.anna`, in some versions with braces around. */
function namespaceOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return (textOf(value) ?? '')
    .replace(/^\{|\}$/g, '')
    .split(/[.,]/)
    .filter((part) => part !== '');
}

/** `("memories", user)` and `(user, "memories")` are what the examples of LangGraph and LangMem use. */
function userOf(namespace: readonly string[]): string | undefined {
  const others = namespace.filter((part) => part !== 'memories');
  return namespace.includes('memories') && others.length === 1 ? others[0] : undefined;
}

interface Content {
  readonly text: string;
  readonly rest: Fields;
}

/** LangMem wraps what it stores once more: `{ kind, content: { content } }`. */
function contentOf(value: unknown): Content {
  if (!isFields(value)) return { text: textOf(value) ?? '', rest: {} };
  const inner = value['content'];
  if (isFields(inner))
    return { ...contentOf(inner), rest: { ...without(value, 'content', 'kind'), ...contentOf(inner).rest } };
  const name = TEXTS.find((each) => textOf(value[each]) !== undefined);
  if (name !== undefined) return { text: textOf(value[name]) ?? '', rest: without(value, name, 'kind') };
  return { text: sentenceOf(without(value, 'kind')), rest: {} };
}

/** Of a value with other fields, such as a triple: all of them, since no one says which is the text. */
function sentenceOf(fields: Fields): string {
  const { subject, predicate, object } = fields;
  if ([subject, predicate, object].every((word) => textOf(word) !== undefined)) {
    return [subject, predicate, object].join(' ');
  }
  const written = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== '' && listOf(value).length + 1 > 0,
  );
  return written
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
}
