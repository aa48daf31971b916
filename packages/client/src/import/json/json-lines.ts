import { JSONParser } from '@streamparser/json';
import type { ByteReader } from '../bytes/byte-reader.js';
import { type JsonItem, MAX_VALUE_BYTES } from './json-items.js';

/**
 * The lines of a text while it is read, without those that are blank. Undefined: one of more than 64 Mi characters.
 * @param onLine called with the number of each line, from 1, before it is handed over
 */
export async function* textLines(
  reader: ByteReader,
  onLine: (number: number) => void,
): AsyncGenerator<string | undefined, void, undefined> {
  const decoder = new TextDecoder();
  let number = 1;
  let rest: string | undefined = '';
  for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
    for (const [i, piece] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
      if (i > 0) {
        onLine(number++);
        if (rest?.trim() !== '') yield rest;
        rest = '';
      }
      rest = rest === undefined || rest.length > MAX_VALUE_BYTES ? undefined : rest + piece;
    }
  }
  if (rest !== undefined) rest += decoder.decode();
  onLine(number);
  if (rest?.trim() !== '') yield rest;
}

/**
 * The values of a file of one value a line. Where two lines were written as one, both count; a line that is cut off costs
 * no other.
 * @param onUnreadable called for each line, or end of a line, that is not valid JSON
 */
export async function* jsonLines(
  reader: ByteReader,
  onUnreadable: () => void,
  onLine: (number: number) => void,
): AsyncGenerator<JsonItem, void, undefined> {
  for await (const line of textLines(reader, onLine)) {
    if (line === undefined) onUnreadable();
    else yield* valuesOf(line, onUnreadable);
  }
}

function valuesOf(line: string, onUnreadable: () => void): JsonItem[] {
  try {
    return [{ key: '', value: JSON.parse(line) as unknown, line }];
  } catch {
    const values: JsonItem[] = [];
    const parser = new JSONParser({ paths: ['$'], separator: '' });
    parser.onValue = ({ value }) => values.push({ key: '', value });
    try {
      parser.write(line);
      parser.end();
    } catch {
      onUnreadable();
    }
    return values;
  }
}
