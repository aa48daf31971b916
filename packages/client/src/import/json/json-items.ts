import { JSONParser, TokenType } from '@streamparser/json';
import type { ByteReader } from '../bytes/byte-reader.js';
import { ImportError } from '../import-error.js';

/** A value of a file that is read one by one. */
export interface JsonItem {
  /** The list or the object of the file that it stands in; empty where the file itself is a list, or values. */
  readonly key: string;
  readonly value: unknown;
  /** The line that it was, where the file is lines. */
  readonly line?: string;
}

/** What is handed over at once: the elements of an array, those of the lists in an object, or whole values. */
export type JsonShape = 'elements' | 'lists' | 'values';

const PATHS: Record<JsonShape, string> = { elements: '$.*', lists: '$.*.*', values: '$' };
/** Of one value: a conversation of a year has a few. */
export const MAX_VALUE_BYTES = 64 * 1_024 * 1_024;
/** No dump has as many, and each takes room. */
const MAX_LEVELS = 512;
/** Parsed at once: bounds what waits to be taken. */
const PIECE_BYTES = 65_536;

/**
 * The values of a file while it is read: what is held is one of them.
 * @param name of the file, for errors
 * @throws ImportError where it is not JSON, ends early, or a value has more than 64 MiB or 512 levels
 */
export async function* jsonItems(
  reader: ByteReader,
  shape: JsonShape,
  name: string,
): AsyncGenerator<JsonItem, void, undefined> {
  const found = new FoundItems();
  const parser = new JSONParser({
    paths: [PATHS[shape]],
    keepStack: false,
    separator: '',
    stringBufferSize: PIECE_BYTES,
  });
  parser.onToken = levelGuard();
  parser.onValue = ({ value, key, parent, stack }) => {
    if (shape === 'lists' && !Array.isArray(parent)) found.member(String(stack[1]?.key), String(key), value);
    else found.item(shape === 'lists' ? String(stack[1]?.key) : '', value);
  };
  for (let piece = await reader.next(PIECE_BYTES); piece !== undefined; piece = await reader.next(PIECE_BYTES)) {
    const bytes = piece;
    asJson(name, () => {
      parser.write(bytes);
    });
    yield* found.take(piece.length, name);
  }
  asJson(name, () => {
    parser.end();
  });
  found.endObject();
  yield* found.take(0, name);
}

function levelGuard(): (info: { readonly token: TokenType }) => void {
  let levels = 0;
  return ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) levels++;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) levels--;
    if (levels > MAX_LEVELS) throw new Error(`it has more than ${MAX_LEVELS} levels`);
  };
}

function asJson(name: string, parse: () => void): void {
  try {
    parse();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ImportError(`${name} is not JSON, or ends early: ${why}`, { cause: error });
  }
}

/** Between the parser, which calls, and the loop, which asks. */
class FoundItems {
  private items: JsonItem[] = [];
  private object: { readonly key: string; readonly value: Record<string, unknown> } | undefined;
  private bytes = 0;

  item(key: string, value: unknown): void {
    this.endObject();
    this.items.push({ key, value });
  }

  /** Of an object that stands beside the lists: its members come one by one. */
  member(key: string, name: string, value: unknown): void {
    if (this.object?.key !== key) this.endObject();
    this.object ??= { key, value: Object.create(null) as Record<string, unknown> };
    this.object.value[name] = value;
  }

  endObject(): void {
    if (this.object !== undefined) this.items.push(this.object);
    this.object = undefined;
  }

  *take(bytes: number, name: string): Generator<JsonItem, void, undefined> {
    const items = this.items;
    this.items = [];
    this.bytes = items.length > 0 ? 0 : this.bytes + bytes;
    if (this.bytes > MAX_VALUE_BYTES) throw new ImportError(`${name} has a value of more than 64 MiB`);
    yield* items;
  }
}
