import { AddressNotAllowedError } from './ssrf.guard.js';

/** Codes that Node gives to a connection that was there and went. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED']);

/** Why a request got no answer, in words that an endpoint's owner may read. */
export class SendFailure extends Error {
  constructor(
    message: string,
    readonly statusCode?: number,
    /** Whether it was a kept connection that the other end had closed. */
    readonly staleConnection = false,
  ) {
    super(message);
    this.name = 'SendFailure';
  }

  /** @param reused whether the connection had served a request before */
  static of(cause: Error & { readonly code?: unknown }, reused: boolean): Error {
    if (cause instanceof AddressNotAllowedError || cause.message.includes('is not allowed. Because')) {
      return new AddressNotAllowedError();
    }
    const code = typeof cause.code === 'string' ? cause.code : '';
    if (CLOSED.has(code)) return new SendFailure('connection closed early', undefined, reused);
    if (code.startsWith('HPE_')) return new SendFailure('the answer is not HTTP');
    if (code.includes('CERT') || code.includes('SIGNED') || code.includes('VERIFY')) {
      return new SendFailure('the certificate is not valid for this address');
    }
    return new SendFailure(/SSL|TLS|EPROTO/.test(code) ? 'TLS failed' : 'connection failed');
  }
}

/** The text that a result gives for a failure. Unexpected failures have a fixed one. */
export function describeFailure(error: unknown): { readonly message: string; readonly statusCode?: number } {
  if (error instanceof AddressNotAllowedError) return { message: error.message };
  if (!(error instanceof SendFailure)) return { message: 'connection failed' };
  const { message, statusCode } = error;
  return statusCode === undefined ? { message } : { message, statusCode };
}
