import autocannon from 'autocannon';
import type { Sample } from '../data/sample.js';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

const TIMEOUT_SECONDS = 60;

/** Sends each request once, so many at once, over connections that stay open. @throws Error where one did not succeed */
export async function httpLoad(
  url: string,
  token: string | undefined,
  requests: readonly LoadRequest[],
  connections: number,
): Promise<Sample> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(requests[0]?.method === 'POST' ? { 'content-type': 'application/json' } : {}),
  };
  const source = [{ setupRequest: oneAfterTheOther(requests) }];
  const latencies: number[] = [];
  const start = performance.now();
  let end = start;
  const result = await fire(
    { url, headers, connections, amount: requests.length, timeout: TIMEOUT_SECONDS, requests: source },
    (milliseconds) => {
      latencies.push(milliseconds);
      end = performance.now();
    },
  );
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0)
    throw new Error(`${failed} of ${requests.length} requests failed at ${url}${requests[0]?.path ?? ''}`);
  return { latencies, seconds: (end - start) / 1_000 };
}

async function fire(
  options: autocannon.Options,
  onResponse: (milliseconds: number) => void,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const run = autocannon(options, (error: unknown, result) => {
      if (error instanceof Error) reject(error);
      else resolve(result);
    });
    // Its own histogram knows whole milliseconds only.
    run.on('response', (_client, _status, _bytes, milliseconds) => onResponse(milliseconds));
  });
}

/** autocannon prepares a request ahead on each connection, hence a few more than there are: those begin anew. */
function oneAfterTheOther(requests: readonly LoadRequest[]): (request: autocannon.Request) => autocannon.Request {
  const texts = requests.map(({ body }) => (body === undefined ? {} : { body: JSON.stringify(body) }));
  let next = 0;
  return (request) => {
    const i = next++ % requests.length;
    const { method = 'GET', path = '' } = requests[i] ?? {};
    return { ...request, method, path, ...texts[i] };
  };
}
