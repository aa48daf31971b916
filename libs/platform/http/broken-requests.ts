import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ErrorKind } from '../errors/domain-error.js';
import { ERROR_RESPONSES } from '../errors/error-responses.js';
import { errorEnvelope } from '../answers/envelope.js';
import { newRequestId } from '../context/request-id.js';

interface Refusal {
  readonly kind: ErrorKind;
  /** Status line. */
  readonly status: string;
  readonly message: string;
  /** Of the parser, for the log. */
  readonly code?: string | undefined;
}

/** The request that each connection was answered last before all of it had come. */
const answeredEarly = new WeakMap<Duplex, IncomingMessage>();

/** What the HTTP parser itself refuses never becomes a request; its sender is answered on the bare socket. */
export function answerBrokenRequest(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  // The rest of a request that has its answer: another one would pass for that to the next request.
  if (answeredEarly.get(socket)?.complete === false) {
    socket.end();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const status = tooLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const message = tooLong ? 'the headers must have at most 16 KiB' : 'this is not a valid HTTP request';
  refuse(this, socket, socket.remoteAddress, { kind: 'validation', status, message, code: error.code });
}

/**
 * What Node would answer itself without an envelope, or drop without a word: CONNECT is refused here, and an `Expect`
 * that it does not know goes the way of every request, where request-headers.ts refuses it.
 */
export function takeOddRequests(fastify: FastifyInstance): void {
  fastify.addHook('onSend', ({ raw }, _reply, _payload, done) => {
    if (!raw.complete) answeredEarly.set(raw.socket, raw);
    done();
  });
  const { server } = fastify;
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const ip = request.socket.remoteAddress;
    socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy());
    refuse(fastify, socket, ip, { kind: 'notFound', status: '404 Not Found', message: 'route not found' });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refuse(fastify: FastifyInstance, socket: Duplex, ip: string | undefined, refusal: Refusal): void {
  const { kind, status, message, code } = refusal;
  const requestId = newRequestId();
  fastify.log.info(
    { reqId: requestId, status: Number.parseInt(status), ...(code === undefined ? {} : { code }) },
    message,
  );
  const body = JSON.stringify(errorEnvelope(requestId, ERROR_RESPONSES[kind].code, [{ message }]));
  const headers = {
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...fastify.answerHeaders?.of({ ip: ip ?? '', request: undefined }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}
