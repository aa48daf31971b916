/** Values one by one, as they come. */
export type Source<T> = Iterable<T> | AsyncIterable<T>;

/** A part of a stream of lines that fits into one request. */
export interface LineBatch {
  readonly text: string;
  readonly lines: number;
}

const MAX_LINES = 1_000;
/** In UTF-16 code units; the service has no limit for the whole, this one bounds the memory of both sides. */
const MAX_LENGTH = 1 << 20;

/** Joins values into batches of lines. A text is a line as it is; anything else becomes JSON. */
export async function* lineBatches(values: Source<unknown>): AsyncGenerator<LineBatch, void, undefined> {
  let lines: string[] = [];
  let length = 0;
  for await (const value of values) {
    const line = lineOf(value);
    if (lines.length > 0 && (lines.length === MAX_LINES || length + line.length > MAX_LENGTH)) {
      yield { text: lines.join('\n'), lines: lines.length };
      lines = [];
      length = 0;
    }
    lines.push(line);
    length += line.length + 1;
  }
  if (lines.length > 0) yield { text: lines.join('\n'), lines: lines.length };
}

/** @throws TypeError where the value is neither a record nor one line: a chunk of a file, for example */
function lineOf(value: unknown): string {
  const line = typeof value === 'string' ? value.replace(/\r?\n$/, '') : isRecord(value) ? JSON.stringify(value) : '\n';
  if (line.includes('\n')) throw new TypeError('records must be objects, or texts of one line of NDJSON each');
  return line;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

export interface ReceivedLine {
  readonly line: string;
  /** False for a last line without an end, which may be a part of one. */
  readonly isWhole: boolean;
}

/** The lines of a body that are not empty, as they arrive. @param read the next chunk; undefined at the end */
export async function* linesOf(
  read: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<ReceivedLine, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let chunk = await read(); chunk !== undefined; chunk = await read()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield { line, isWhole: true };
  }
  rest += decoder.decode();
  if (rest !== '') yield { line: rest, isWhole: false };
}
