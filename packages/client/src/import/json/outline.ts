import { JSONParser, Tokenizer, TokenType } from '@streamparser/json';

/** What the beginning of a file shows of its form. */
export interface Outline {
  readonly kind: 'empty' | 'array' | 'object' | 'text';
  /** Of the object that the file is, or of each object that a line is. */
  readonly keys: ReadonlySet<string>;
  /** Of the objects in the array that the file is, or in the lists of the object that it is. */
  readonly elementKeys: ReadonlySet<string>;
  /** Of a text, as far as it was looked at. */
  readonly lines: readonly string[];
  /** Whether the first line is an object and ends as one. */
  readonly isLines: boolean;
}

/** How much of a file is looked at. */
export const HEAD_BYTES = 65_536;

/** Lines that are looked at one by one. */
const MAX_LINES = 100;

export function outlineOf(head: Uint8Array): Outline {
  const text = new TextDecoder().decode(head).trimStart();
  const lines = text.split('\n').slice(0, MAX_LINES);
  const kind = kindOf(text);
  const found = { keys: new Set<string>(), elementKeys: new Set<string>() };
  // Of lines of which one is cut off, the others show the form.
  if (!addKeys(text, found)) for (const line of lines) addKeys(line, found);
  return { kind, ...found, lines: kind === 'text' ? lines : [], isLines: isObject(lines[0] ?? '') };
}

function kindOf(text: string): Outline['kind'] {
  if (text === '') return 'empty';
  if (text.startsWith('{')) return 'object';
  return isArray(text) ? 'array' : 'text';
}

/** `[2025-06-01] - tea` is a text. An array of objects is one even where it is damaged later. */
function isArray(text: string): boolean {
  if (!text.startsWith('[')) return false;
  return /^\[\s*[[{]/.test(text) || isJsonSoFar(text.split('\n', 1)[0] ?? '');
}

function isJsonSoFar(text: string): boolean {
  const parser = new JSONParser({ paths: ['$'] });
  let isJson = true;
  parser.onError = () => {
    isJson = false;
  };
  parser.onValue = () => undefined;
  parser.write(text);
  return isJson;
}

function isObject(line: string): boolean {
  try {
    return line.startsWith('{') && typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

/** @returns whether it is JSON, as far as it goes */
function addKeys(text: string, { keys, elementKeys }: Record<'keys' | 'elementKeys', Set<string>>): boolean {
  const places: Record<string, Set<string>> = { '{': keys, '[{': elementKeys, '{[{': elementKeys };
  let path = '';
  let latest = '';
  let isJson = true;
  const tokenizer = new Tokenizer();
  tokenizer.onError = () => {
    isJson = false;
  };
  tokenizer.onToken = ({ token, value }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) path += value as string;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) path = path.slice(0, -1);
    else if (token === TokenType.STRING) latest = value as string;
    else if (token === TokenType.COLON) places[path]?.add(latest);
  };
  tokenizer.write(text);
  return isJson;
}
