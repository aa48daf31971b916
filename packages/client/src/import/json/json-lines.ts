import { JSONParser } from '@streamparser/json';
import type { ByteReader } from '../bytes/byte-reader.js';
import { type JsonItem, MAX_VALUE_BYTES } from './json-items.js';

interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Undefined: it has more than 64 Mi characters. */
  readonly text: string | undefined;
}

/** The lines of a text while it is read, without those that are blank. */
export async function* textLines(reader: ByteReader): AsyncGenerator<TextLine, void, undefined> {
  const decoder = new TextDecoder();
  let number = 1;
  let rest: string | undefined = '';
  for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
    for (const [i, piece] of decoder.decode(chunk, { stream: true }).split('\n').entries()) {
      if (i > 0) {
        if (rest?.trim() !== '') yield { number, text: rest };
        number++;
        rest = '';
      }
      rest = rest === undefined || rest.length > MAX_VALUE_BYTES ? undefined : rest + piece;
    }
  }
  if (rest !== undefined) rest += decoder.decode();
  if (rest?.trim() !== '') yield { number, text: rest };
}

/**
 * The values of a file of one value a line. Where two lines were written as one, both count; a line that is cut off costs
 * no other.
 * @param onUnreadable called for each line, or end of a line, that is not valid JSON
 */
export async function* jsonLines(
  reader: ByteReader,
  onUnreadable: (lineNumber: number) => void,
): AsyncGenerator<JsonItem, void, undefined> {
  for await (const { text, number } of textLines(reader)) {
    if (text === undefined) onUnreadable(number);
    else yield* valuesOf(text, number, onUnreadable);
  }
}

function valuesOf(line: string, lineNumber: number, onUnreadable: (lineNumber: number) => void): JsonItem[] {
  try {
    return [{ key: '', value: JSON.parse(line) as unknown, line, lineNumber }];
  } catch {
    const values: JsonItem[] = [];
    const parser = new JSONParser({ paths: ['$'], separator: '' });
    parser.onValue = ({ value }) => values.push({ key: '', value, lineNumber });
    try {
      parser.write(line);
      parser.end();
    } catch {
      onUnreadable(lineNumber);
    }
    return values;
  }
}
