import { deepStrictEqual } from 'node:assert/strict';
import { ApiPromise, MnemeError, type EnvelopeMetadata, type Mneme, type ResponseDetails } from '@mneme/client';
import { asItCame, type ApiResponse, type TestTenant } from '../service/api.js';
import { clientOf } from './client-of.js';

/** What a call came to: its data, with the details of the response where the client tells them, or its error. */
type Outcome =
  | { readonly error: MnemeError }
  | { readonly error?: undefined; readonly data: unknown; readonly response?: ResponseDetails };

/**
 * One call of the client, of one request, and its response as it came, whether the call succeeded or not.
 * @throws AssertionError where the client says otherwise than the response
 */
export async function recorded(tenant: TestTenant, call: (mneme: Mneme) => PromiseLike<unknown>): Promise<ApiResponse> {
  const responses: Promise<ApiResponse>[] = [];
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    responses.push(asItCame(response.clone()));
    return response;
  };
  const outcome = await outcomeOf(call(clientOf(tenant, { maxRetries: 0, fetch: send })));
  const [response, ...others] = await Promise.all(responses);
  if (response === undefined) throw outcome.error ?? new Error('the client sent no request');
  deepStrictEqual(others, []);
  deepStrictEqual(saidBy(outcome), saidIn(response, outcome));
  return response;
}

async function outcomeOf(call: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return call instanceof ApiPromise ? await call.withResponse() : { data: await call };
  } catch (error) {
    if (error instanceof MnemeError) return { error };
    throw error;
  }
}

/** What the client makes of the response. */
function saidBy(outcome: Outcome): unknown {
  if (outcome.error !== undefined) {
    const { status, code, requestId, errors } = outcome.error;
    return { status, code, requestId, errors };
  }
  const { data, response } = outcome;
  if (response === undefined) return { data };
  const { status, requestId, etag, warnings, indexingPending, replayed } = response;
  return { data, status, requestId, etag, warnings, indexingPending, replayed };
}

/** The same, read from the response itself. */
function saidIn({ status, headers, text, body }: ApiResponse, outcome: Outcome): unknown {
  // Neither an export nor what a proxy or the HTTP server says has an envelope.
  const { errors = [], metadata } = body as Partial<ApiResponse['body']>;
  const { request_id: requestId, warnings = [], indexing } = (metadata ?? {}) as Partial<EnvelopeMetadata>;
  if (status >= 400) return { status, code: errors[0]?.code, requestId, errors };
  const data: unknown = metadata === undefined ? recordsIn(text) : body.data;
  if (outcome.error !== undefined || outcome.response === undefined) return { data };
  const etag = headers.get('etag') ?? undefined;
  const replayed = headers.get('idempotency-replayed') !== null;
  return { data, status, requestId, etag, warnings, indexingPending: indexing !== undefined, replayed };
}

/** The lines of an export, which has no envelope. */
function recordsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}
