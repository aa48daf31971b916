import type { MemoryInput, MemoryItem } from '@mneme/client';
import type { Item, PutOperation } from '@langchain/langgraph';
import { sha256 } from '../shared/hash.js';
import { renderMemories, type RenderOptions } from '../shared/render.js';
import { scopePath, segment, type ScopeFilter } from '../shared/scope.js';

/** Keys of the metadata that this adapter writes. */
export const NAMESPACE = 'langgraphNamespace';
const ITEM = 'langgraphItem';
const INDEXED = 'langgraphIndexed';

const MAX_DEPTH = 32;
const MAX_VALUE = 128;
const MAX_EXTERNAL_ID = 255;
const MAX_CONTENT = 10_000;
const MAX_METADATA_BYTES = 16_384;

/** A namespace as a value to filter by. Each of an item's namespaces, from the root, is one of its values. */
export function namespaceToken(namespace: readonly string[]): Promise<string> {
  return bounded(`/${namespace.map(segment).join('/')}`, MAX_VALUE);
}

/** The name of an item in the tenant: that of its scope, its namespace and its key. */
export function externalIdOf(scope: ScopeFilter, namespace: readonly string[], key: string): Promise<string> {
  return bounded(`langgraph/${scopePath(scope)}${[...namespace, key].map(segment).join('/')}`, MAX_EXTERNAL_ID);
}

/** A long path keeps its beginning and ends with a hash of the whole. `~` occurs in no other path. */
async function bounded(path: string, max: number): Promise<string> {
  if (path.length <= max) return path;
  const hash = await sha256(path);
  return `${path.slice(0, max - hash.length - 1)}~${hash}`;
}

/**
 * A put as a memory: the text is for search, the value is kept as it is in the metadata.
 * @throws TypeError where the namespace is too deep or the value too large
 */
export async function memoryOf(
  scope: ScopeFilter,
  { namespace, key, value, index }: PutOperation,
  ttlSeconds: number | undefined,
): Promise<MemoryInput> {
  if (namespace.length > MAX_DEPTH) throw new TypeError(`a namespace has at most ${MAX_DEPTH} labels`);
  const prefixes = Array.from({ length: namespace.length + 1 }, (_, depth) =>
    namespaceToken(namespace.slice(0, depth)),
  );
  const metadata = {
    ...scope,
    [NAMESPACE]: await Promise.all(prefixes),
    ...(index === false && { [INDEXED]: false }),
    [ITEM]: JSON.stringify({ namespace, key, value }),
  };
  checkSize(key, metadata);
  return {
    externalId: await externalIdOf(scope, namespace, key),
    content: contentOf(key, value, index),
    type: 'semantic',
    metadata,
    ...(ttlSeconds !== undefined && { ttlSeconds }),
  };
}

function checkSize(key: string, metadata: object): void {
  const { length } = new TextEncoder().encode(JSON.stringify(metadata));
  if (length <= MAX_METADATA_BYTES) return;
  const size = `it has ${length} bytes as JSON, of at most ${MAX_METADATA_BYTES}`;
  throw new TypeError(`the value of the key ${key} is too large: with its namespace and scope ${size}`);
}

/** The item that a memory holds: undefined for memories that this adapter did not write. */
export function itemOf({ metadata, createdAt, updatedAt }: MemoryItem): Item | undefined {
  const json = metadata?.[ITEM];
  if (typeof json !== 'string') return undefined;
  const { namespace, key, value } = JSON.parse(json) as Pick<Item, 'namespace' | 'key' | 'value'>;
  return { namespace, key, value, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt ?? createdAt) };
}

/** Put with `index: false`: no query ranks it. */
export function isIndexed({ metadata }: MemoryItem): boolean {
  return metadata?.[INDEXED] !== false;
}

/**
 * Items as delimited data within a token budget, for a user message of a prompt, the first ones first.
 * @returns an empty text where there are none
 */
export async function formatItems(items: readonly Item[], options: RenderOptions = {}): Promise<string> {
  const memories = items.map(({ key, value, updatedAt }) => {
    return { id: key, type: 'item', createdAt: updatedAt.toISOString(), content: leaves(value).join('\n') };
  });
  return (await renderMemories(memories, options)) ?? '';
}

function contentOf(key: string, value: PutOperation['value'], index: PutOperation['index']): string {
  const paths = index === false ? [] : index;
  const texts = paths === undefined ? leaves(value) : paths.flatMap((path) => leaves(...valuesAt(value, path)));
  const text = texts.join('\n').toWellFormed().trim();
  // What has no text is found by its key.
  const content = text === '' ? key.toWellFormed().trim() : text;
  return content === '' ? '(empty)' : [...content].slice(0, MAX_CONTENT).join('');
}

/** The texts and numbers in a value, with the names of their fields. */
function leaves(...values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [String(value)];
    if (Array.isArray(value)) return leaves(...(value as unknown[]));
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, each]) => leaves(each).map((text) => `${name}: ${text}`));
  });
}

/** The values at a path such as `chapters[*].title`, `authors[0].name`, `tags[-1]` or `$`, the whole. */
function valuesAt(value: unknown, path: string): unknown[] {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '' && step !== '$');
  return steps.reduce<unknown[]>((found, step) => found.flatMap((each) => stepInto(each, step)), [value]);
}

function stepInto(value: unknown, step: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === '*') return Object.values(value);
  if (Array.isArray(value)) {
    const element: unknown = value.at(Number(step));
    return element === undefined ? [] : [element];
  }
  return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
}
