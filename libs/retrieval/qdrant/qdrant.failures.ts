/** Connections that the other side closed while they were kept alive, and a server that is busy or starting. */
const BROKEN = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'UND_ERR_SOCKET']);
const BUSY = new Set([429, 502, 503, 504]);

/** The HTTP status of an answer that the client made an error of. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

export function retryable(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? BROKEN.has(codeOf(error)) : BUSY.has(status);
}

/** Continues `the vector index …`; never holds an address, a header or a body of ours. */
export function wordsOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return `refuses the API key (${status})`;
  if (status !== undefined) return `answered ${status}: ${answerOf(error)}`;
  // A DOMException, which is no Error of this realm everywhere.
  if (/^(Timeout|Abort)Error$/.test(String((error as { name?: unknown }).name))) return 'did not answer in time';
  const code = codeOf(error);
  return code === '' ? 'could not be understood' : `cannot be reached (${code})`;
}

function answerOf(error: unknown): string {
  const { data } = error as { data?: { status?: { error?: unknown } } };
  const words = data?.status?.error;
  return typeof words === 'string' ? words.slice(0, 300) : 'no reason given';
}

/** The transport's own code; `fetch` puts the error that has it into another one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
