import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReceivedEvent, ReceiverCommand } from './receiver-process.js';

/** Somebody's endpoint in a process of its own; the path says how it behaves. */
const received: ReceivedEvent[] = [];
const seen = new Map<string, number>();

const BEHAVIOURS: Readonly<Record<string, (response: ServerResponse, attempt: number) => void>> = {
  '/ok': (response) => response.end('ok'),
  /** The first attempt of some goes wrong in one way or another, the second one well. */
  '/moody': (response, attempt) => {
    const mood = attempt > 1 ? 0 : received.length % 40;
    if (mood === 11) response.writeHead(500).end('not now');
    else if (mood === 22) response.destroy();
    else if (mood === 33) response.writeHead(503, { 'retry-after': '1' }).end();
    else response.end('ok');
  },
  '/hang': () => undefined,
  '/slow': (response) => void setTimeout(() => response.end('at last'), 1_000),
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(request, response, Buffer.concat(chunks).toString());
  });
});

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse, body: string): void {
  const id = String(headers['webhook-id']);
  const attempt = (seen.get(`${url} ${id}`) ?? 0) + 1;
  seen.set(`${url} ${id}`, attempt);
  received.push({ path: url, id, body, at: Date.now() });
  const behave = BEHAVIOURS[url];
  if (behave === undefined) response.writeHead(404).end();
  else behave(response, attempt);
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', ({ from }: ReceiverCommand) => {
  process.send?.({ received: received.slice(from) });
});
process.once('disconnect', () => process.exit(0));
