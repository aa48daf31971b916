import type { IncomingMessage } from 'node:http';
import { SendFailure } from './send-failure.js';

/** Read of an answer's body. What follows is not waited for, and the connection is given up. */
const READ_BYTES = 64 * 1_024;
/** Kept of it. */
const KEPT_BYTES = 2 * 1_024;

/**
 * The beginning of a body as text that a database can hold.
 * @throws SendFailure where the body ends before its time
 */
export async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let read = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (kept < KEPT_BYTES) chunks.push(chunk.subarray(0, KEPT_BYTES - kept));
      kept = Math.min(KEPT_BYTES, kept + chunk.length);
      read += chunk.length;
      if (read >= READ_BYTES) break;
    }
  } catch {
    throw new SendFailure('connection closed early', response.statusCode);
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '\uFFFD');
}
