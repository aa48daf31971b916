import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const FILE = /^\/acme\/small\/resolve\/main\/([\w./-]+)$/;

/** A hub with one model, `acme/small`: the files of the built-in one. */
export class ModelHub {
  /** Files that were sent, in this order. */
  readonly sent: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ModelHub> {
    const server = createServer();
    const hub = new ModelHub(server);
    server.on('request', (request, response) => void hub.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return hub;
  }

  /** Base address, as MODELS_HUB_URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = FILE.exec(request.url ?? '')?.[1];
    const content =
      file === undefined ? undefined : await readFile(join(resolve('models/builtin'), file)).catch(() => undefined);
    if (file === undefined || content === undefined) {
      response.writeHead(404).end();
      return;
    }
    this.sent.push(file);
    response.writeHead(200, { 'Content-Length': content.length }).end(content);
  }
}
