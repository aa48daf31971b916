import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { AppConfig } from '@mneme/platform/config';
import { selfSigned } from '../../../test/support/webhooks/self-signed.js';
import { AddressPolicy } from './address-policy.js';
import { HostResolver } from './host-resolver.js';
import { SsrfGuard } from './ssrf.guard.js';
import type { SendLimits } from './http-exchange.js';
import { WebhookSender } from './webhook-sender.js';

const LIMITS: SendLimits = { connectMs: 300, totalMs: 600 };

describe('a webhook request', () => {
  const servers: Server[] = [];
  let sender: WebhookSender;

  const listen = async (server: Server, scheme = 'http'): Promise<string> => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `${scheme}://127.0.0.1:${(server.address() as { port: number }).port}/hook?key=value`;
  };
  const answering = (listener: RequestListener): Promise<string> => listen(createServer(listener));
  const raw = (onConnection: (socket: Socket) => void): Promise<string> =>
    listen(createTcpServer((socket) => onConnection(socket.on('error', () => undefined))));
  const send = (url: string, limits = LIMITS) =>
    sender.send(
      { url, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"é":1}' },
      limits,
    );

  beforeEach(() => {
    const policy = new AddressPolicy({ webhookAllowedCidrs: ['127.0.0.0/8'] } as unknown as AppConfig);
    sender = new WebhookSender(new SsrfGuard(policy, new HostResolver(policy)), policy);
  });
  afterEach(() => {
    sender.close();
    for (const server of servers.splice(0)) server.close();
  });

  it('is a POST of the very body, and its answer is kept', async () => {
    const seen: unknown[] = [];
    const url = await answering((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        seen.push(request.method, request.url, request.headers['content-length'], request.headers['webhook-id'], body);
        response.writeHead(202).end('thanks');
      });
    });
    expect(await send(url)).toMatchObject({ statusCode: 202, error: null, response: 'thanks' });
    expect(seen).toEqual(['POST', '/hook?key=value', '8', 'evt_1', '{"é":1}']);
  });

  it.each([
    [200, null],
    [299, null],
    [301, 'answered 301: redirects are not followed'],
    [304, 'answered 304: redirects are not followed'],
    [404, 'answered 404'],
    [410, 'answered 410'],
    [503, 'answered 503'],
  ])('that is answered %i ends with the error %s', async (status, error) => {
    const url = await answering(
      (_, response) => void response.writeHead(status, { location: 'http://10.0.0.1/' }).end(),
    );
    expect(await send(url)).toMatchObject({ statusCode: status, error });
  });

  it('passes on what Retry-After asks for', async () => {
    const url = await answering((_, response) => void response.writeHead(429, { 'retry-after': '7' }).end());
    expect(await send(url)).toMatchObject({ statusCode: 429, retryAfterMs: 7_000 });
  });

  it('reads 64 KiB of an endless body and keeps 2 KiB', async () => {
    let sent = 0;
    const url = await answering((_, response) => {
      const more = (): void => {
        sent += 16_384;
        if (!response.destroyed && sent < 2 ** 26)
          response.write('a\u0000b'.repeat(5_461) + 'x', () => setImmediate(more));
      };
      more();
    });
    const result = await send(url, { connectMs: 1_000, totalMs: 10_000 });
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.response).toHaveLength(2_048);
    expect(result.response).not.toContain('\u0000');
    expect(sent).toBeLessThan(2 ** 26);
  });

  it.each([
    ['never answers', (): void => undefined, 'no answer within 0.6 s'],
    [
      'stops after the headers',
      (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234'),
      'no answer within 0.6 s',
    ],
    ['closes at once', (socket: Socket) => void socket.destroy(), 'connection closed early'],
    [
      'closes within the body',
      (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234'),
      'connection closed early',
    ],
    [
      'speaks another language',
      (socket: Socket) => void socket.end('220 mail.example ESMTP\r\n'),
      'the answer is not HTTP',
    ],
    [
      'sends headers without end',
      (socket: Socket) => void socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`),
      'the answer is not HTTP',
    ],
    [
      'changes the protocol',
      (socket: Socket) => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
      'answered 101',
    ],
  ])('to an endpoint that %s fails', async (_, onConnection, error) => {
    const url = await raw((socket) => socket.once('data', () => onConnection(socket)));
    expect((await send(url)).error).toBe(error);
  });

  it('to a port where nobody listens fails', async () => {
    const url = await raw(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    expect(await send(url)).toMatchObject({ statusCode: null, error: 'connection failed', response: null });
  });

  it('to a TLS port that answers garbage, or nothing, fails', async () => {
    const garbage = await raw((socket) => void socket.end('garbage garbage garbage'));
    const silent = await raw(() => undefined);
    expect((await send(garbage.replace('http:', 'https:'))).error).toBe('TLS failed');
    expect((await send(silent.replace('http:', 'https:'))).error).toBe('no connection within 0.3 s');
  });

  it('to a server whose certificate nobody vouches for is not sent', async () => {
    let requests = 0;
    const url = await listen(
      createTlsServer(selfSigned(), () => requests++),
      'https',
    );
    expect((await send(url)).error).toBe('the certificate is not valid for this address');
    expect(requests).toBe(0);
  });

  it('uses the connection of the one before', async () => {
    const ports = new Set<unknown>();
    const url = await answering((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end('ok'));
    });
    for (let i = 0; i < 5; i++) expect((await send(url)).error).toBeNull();
    expect(ports.size).toBe(1);
  });

  it('is sent once more where a kept connection turns out to be closed', async () => {
    const sockets: Socket[] = [];
    const url = await raw((socket) => {
      sockets.push(socket);
      let requests = 0;
      socket.on('data', () => {
        if (sockets.length === 1 && requests++ > 0) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    expect((await send(url)).error).toBeNull();
    expect((await send(url)).error).toBeNull();
    expect(sockets).toHaveLength(2);
  });

  it('has one time limit for both of its tries', async () => {
    const sockets: Socket[] = [];
    const url = await raw((socket) => {
      sockets.push(socket);
      let requests = 0;
      socket.on('data', () => {
        if (sockets.length > 1) return;
        if (requests++ > 0) setTimeout(() => socket.destroy(), 500);
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      });
    });
    expect((await send(url)).error).toBeNull();
    const { error, latencyMs } = await send(url, { connectMs: 800, totalMs: 1_000 });
    expect([error, sockets.length]).toEqual(['no answer within 1 s', 2]);
    expect(latencyMs).toBeLessThan(1_400);
  });
});
