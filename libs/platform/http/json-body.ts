import { isUtf8 } from 'node:buffer';
import { DomainError } from '../errors/domain-error.js';

/** Deeper than any request of ours; what follows the parser walks values recursively. */
const MAX_DEPTH = 64;
const FORBIDDEN_KEY = /"(?:_|\\u005[fF]){2}proto(?:_|\\u005[fF]){2}"\s*:/;

/**
 * Parses a request body.
 * @returns undefined for an empty body
 * @throws DomainError validation that says that it is no UTF-8, where it stops being JSON, or which key is refused
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw DomainError.validation('the body must be UTF-8');
  const text = body.toString();
  return text.trim() === '' ? undefined : parseJson(text, 'the body');
}

/**
 * Parses what a client sent.
 * @param what it is, in words of an error
 * @throws DomainError validation that says where the text stops being JSON, or which key is refused
 */
export function parseJson(text: string, what: string): unknown {
  const value = parse(text, what);
  const suspicious = FORBIDDEN_KEY.test(text);
  const { tooDeep, forbidden } = inspect(value, suspicious);
  if (tooDeep) throw DomainError.validation(`${what} must not be nested more than ${MAX_DEPTH} levels deep`);
  if (forbidden === undefined) return value;
  if (forbidden === '') throw DomainError.validation(`${what} must not have a key __proto__`);
  throw new DomainError('validation', [{ message: `${forbidden} must not have a key __proto__`, field: forbidden }]);
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw DomainError.validation(`${what} is not valid JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

interface Finding {
  readonly tooDeep: boolean;
  readonly forbidden: string | undefined;
}

/** Walks level by level, without recursion, so that no body can exhaust the stack. */
function inspect(root: unknown, lookForKeys: boolean): Finding {
  let level: [string, unknown][] = [['', root]];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return { tooDeep: true, forbidden: undefined };
    const next: [string, unknown][] = [];
    for (const [field, value] of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (lookForKeys && Object.hasOwn(value, '__proto__')) return { tooDeep: false, forbidden: field };
      for (const [key, entry] of Object.entries(value)) next.push([field || key, entry]);
    }
    level = next;
  }
  return { tooDeep: false, forbidden: undefined };
}
