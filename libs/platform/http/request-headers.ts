import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { sendError } from '../answers/error.filter.js';

/** Headers with one meaning. Of two, this service and a proxy before it might each take another one. */
const ONCE = ['Host', 'Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key'];

/** Refuses a request whose headers or query are in doubt, or whose body is coded, before anything is read of it. */
export function refuseUnclearHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const fault = unclear(request.raw) ?? brokenQuery(request.raw) ?? unknownCoding(request.raw, reply);
    if (fault === undefined) done();
    else sendError(fault, request, reply);
  });
}

function unclear({ headers, rawHeaders, httpVersion }: IncomingMessage): DomainError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return DomainError.validation('Host is missing', 'Host');
  const { expect = '100-continue' } = headers;
  if (expect.toLowerCase() !== '100-continue')
    return DomainError.validation('Expect can be 100-continue only', 'Expect');
  const mayRepeat = rawHeaders.length / 2 > Object.keys(headers).length;
  const twice = mayRepeat ? ONCE.find((name) => timesGiven(rawHeaders, name) > 1) : undefined;
  return twice === undefined ? undefined : DomainError.validation(`${twice} must be given once`, twice);
}

/** The parser would read what it cannot decode as other characters than the client meant. */
function brokenQuery({ url = '' }: IncomingMessage): DomainError | undefined {
  const at = url.indexOf('?');
  if (at < 0 || !url.includes('%', at)) return undefined;
  try {
    decodeURIComponent(url.slice(at + 1));
    return undefined;
  } catch {
    return DomainError.validation('the query must be percent-encoded UTF-8');
  }
}

function timesGiven(rawHeaders: readonly string[], name: string): number {
  const wanted = name.toLowerCase();
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === wanted).length;
}

function unknownCoding({ headers }: IncomingMessage, reply: FastifyReply): DomainError | undefined {
  const content = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') return unsupported('Transfer-Encoding can be chunked only');
  if (content === '' || content === 'identity') return undefined;
  reply.header('accept-encoding', 'identity');
  return unsupported('the body must be sent without a Content-Encoding');
}

function unsupported(message: string): DomainError {
  return new DomainError('unsupportedMediaType', [{ message }]);
}
