/** Every record that the rules allow fits, however its JSON is escaped. */
export const MAX_LINE_BYTES = 262_144;

const NEWLINE = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface NdjsonLine {
  /** From 1. */
  readonly number: number;
  /** Undefined where the line is too long or is not UTF-8. */
  readonly text: string | undefined;
}

/** Cuts bytes into lines, holding one line at most: of one that is too long nothing is kept. */
export async function* ndjsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<NdjsonLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): NdjsonLine => {
    const line = { number: ++number, text: bytes > MAX_LINE_BYTES ? undefined : textOf(parts) };
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, to));
      yield take();
      from = to + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}

function textOf(parts: readonly Buffer[]): string | undefined {
  try {
    return utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  } catch {
    return undefined;
  }
}
