/** The codes of JSON-RPC that the HTTP layer needs; the rest are the protocol package's. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** Reserved for servers: what is refused before it is a call. */
const REFUSED = -32_000;

interface Envelope {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
  readonly metadata: { readonly request_id: string };
}

/** A response that is no call's: nothing is known of the call's identifier. */
export function jsonRpcError(message: string, code = REFUSED, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, ...(data !== undefined && { data }) } });
}

/** The service's error envelope, as a client of JSON-RPC reads it. */
export function asJsonRpcError(envelope: string): string {
  const { errors, metadata } = JSON.parse(envelope) as Envelope;
  const message = errors.map((error) => error.message).join('; ');
  return jsonRpcError(message, codeOf(errors), { errors, requestId: metadata.request_id });
}

function codeOf([first]: Envelope['errors']): number {
  if (first?.code === 'PAYLOAD_TOO_LARGE' || first?.code === 'UNSUPPORTED_MEDIA_TYPE') return INVALID_REQUEST;
  if (first?.code !== 'VALIDATION_ERROR') return REFUSED;
  return first.message.startsWith('the body') ? PARSE_ERROR : INVALID_REQUEST;
}
