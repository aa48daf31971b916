/** A value that a memory can be filtered by. */
export type ScopeValue = string | number | boolean;

/**
 * Whose memories an adapter reads and writes. The application sets it once; no model can change it. Every memory that an
 * adapter stores carries these values in its metadata, and every request is filtered by them.
 */
export interface MemoryScope {
  /** The end user. */
  readonly userId: string;
  /** Limits searches to one conversation: leave it out to recall all conversations of the user. */
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly appId?: string;
  /** More keys of the metadata. */
  readonly metadata?: Readonly<Record<string, ScopeValue>>;
}

/** The metadata that a scope stands for. */
export type ScopeFilter = Readonly<Record<string, ScopeValue>>;

const NAMED = ['userId', 'sessionId', 'agentId', 'appId'] as const;

/** A request takes five keys; the adapters need one for themselves. */
const MAX_KEYS = 4;
const MAX_KEY_CHARACTERS = 64;
const MAX_VALUE_CHARACTERS = 128;

/**
 * The metadata of a scope, as the service filters by it.
 * @throws TypeError where a value is missing or could not be filtered by: a filter without it would mean everyone
 */
export function scopeFilter(given: MemoryScope): ScopeFilter {
  if (!isObject(given)) throw new TypeError(`the scope must be an object with a userId, not ${named(given)}`);
  const { metadata = {}, ...scope } = given;
  if (!isObject(metadata)) throw new TypeError(`scope.metadata must be an object, not ${named(metadata)}`);
  const unknown = Object.keys(scope).find((key) => !(NAMED as readonly string[]).includes(key));
  if (unknown !== undefined) throw new TypeError(`scope.${unknown} is no key of a scope: put it in scope.metadata`);
  const own = NAMED.filter((key) => key === 'userId' || Object.hasOwn(scope, key));
  const entries: [string, unknown][] = own.map((key) => [key, scope[key]]);
  for (const [key, value] of Object.entries(metadata)) {
    if ((NAMED as readonly string[]).includes(key)) throw new TypeError(`scope.metadata must not have ${key}`);
    entries.push([key, value]);
  }
  if (entries.length > MAX_KEYS) throw new TypeError(`a scope has at most ${MAX_KEYS} keys, not ${entries.length}`);
  for (const [key, value] of entries) check(key, value);
  return Object.freeze(Object.fromEntries(entries)) as ScopeFilter;
}

function check(key: string, value: unknown): void {
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS || /[.=]/.test(key)) {
    throw new TypeError(`${key} cannot be a key of a scope: it needs 1 to 64 characters without . and =`);
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return;
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_VALUE_CHARACTERS) {
    const path = (NAMED as readonly string[]).includes(key) ? key : `metadata.${key}`;
    const rule = `must be a text of 1 to ${MAX_VALUE_CHARACTERS} characters, a number or a boolean`;
    throw new TypeError(`scope.${path} ${rule}, not ${named(value)}`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, without all that it may hold. */
function named(value: unknown): string {
  if (typeof value === 'string') return value.trim() === '' ? 'a blank text' : `a text of ${value.length} characters`;
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : String(value);
}

/** A scope as the beginning of an external id. No two scopes have the same, and none is the beginning of another. */
export function scopePath(filter: ScopeFilter): string {
  const keys = Object.keys(filter).sort();
  const parts = keys.map((key) => `${segment(key)}=${segment(JSON.stringify(filter[key]))}`);
  return `${parts.join('&')}/`;
}

/** A text as a part of a path: none of its characters is one of `/`, `=`, `&` and `~`. */
export function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('~', '%7E');
}
