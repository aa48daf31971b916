import type { ClientRequest, IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { AttemptResult } from './attempt-result.js';
import { retryAfterMs } from './retry-schedule.js';
import { SendFailure } from './send-failure.js';

/** The time limits of one request, in milliseconds. */
export interface SendLimits {
  readonly connectMs: number;
  readonly totalMs: number;
}

/** The total runs from here, on the clock of `performance.now()`: a request may have been tried before. */
export interface StartedLimits extends SendLimits {
  readonly startedAt: number;
}

/** The part of a result that an answer makes. */
export type Answer = Pick<AttemptResult, 'statusCode' | 'response' | 'retryAfterMs'>;

type Fail = (failure: Error) => void;

/** Sends a request's body and waits for the whole answer. @throws SendFailure, or AddressNotAllowedError */
export async function exchange(sent: ClientRequest, body: string, limits: StartedLimits): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const fail: Fail = (failure) => {
      reject(failure);
      sent.destroy();
    };
    const stopWatching = watch(sent, limits, fail);
    sent.once('response', (response) => {
      answered = true;
      readAnswer(response).then(resolve, fail);
    });
    sent.once('upgrade', () => {
      fail(new SendFailure('answered 101', 101));
    });
    sent.once('error', (cause) => {
      fail(SendFailure.of(cause, sent.reusedSocket));
    });
    sent.once('close', () => {
      stopWatching();
      if (!answered) reject(new SendFailure('connection closed early'));
    });
    sent.end(body);
  });
}

/** Fails a request that takes too long. @returns what ends the watch */
function watch(sent: ClientRequest, { connectMs, totalMs, startedAt }: StartedLimits, fail: Fail): () => void {
  const limit = (what: string, ms: number, spentMs = 0): NodeJS.Timeout =>
    setTimeout(() => {
      fail(new SendFailure(`no ${what} within ${ms / 1_000} s`));
    }, ms - spentMs);
  const connecting = limit('connection', connectMs);
  const total = limit('answer', totalMs, performance.now() - startedAt);
  sent.once('socket', (socket) => {
    const connected = (): void => {
      clearTimeout(connecting);
    };
    if (sent.reusedSocket) connected();
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected);
  });
  return () => {
    clearTimeout(connecting);
    clearTimeout(total);
  };
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const excerpt = await readExcerpt(response);
  return {
    statusCode: response.statusCode ?? null,
    response: excerpt,
    retryAfterMs: retryAfterMs(response.headers['retry-after'], new Date()),
  };
}

/** Read of an answer's body. What follows is not waited for, and the connection is given up. */
const READ_BYTES = 64 * 1_024;
/** Kept of it. */
const KEPT_BYTES = 2 * 1_024;

/**
 * The beginning of a body as text that a database can hold.
 * @throws SendFailure where the body ends before its time
 */
async function readExcerpt(response: IncomingMessage): Promise<string> {
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
