import { Agent, request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Leftovers } from './leftovers.js';

const CONNECTIONS = 16;

/** JSON over connections that stay open. It does little, so that the machine is left to what is measured. */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  private constructor(private readonly authorization: string | undefined) {}

  /**
   * @param leftovers get its connections
   * @param authorization the header, where there is one
   */
  static open(leftovers: Leftovers, authorization?: string): HttpClient {
    const client = new HttpClient(authorization);
    leftovers.add(() => Promise.resolve(client.agent.destroy()));
    return client;
  }

  /** @throws Error where the status is not one of success */
  async get(url: string): Promise<void> {
    await this.answer(url, 'GET', '');
  }

  /** The answer's body. @throws Error where the status is not one of success */
  async post(url: string, body: object): Promise<unknown> {
    return JSON.parse(await this.answer(url, 'POST', JSON.stringify(body))) as unknown;
  }

  private async answer(url: string, method: 'GET' | 'POST', body: string): Promise<string> {
    const { agent, authorization } = this;
    const type = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const headers = { ...type, ...(authorization === undefined ? {} : { authorization }) };
    const request = send(url, { method, agent, headers });
    // The caller learns of it below; without a listener it would end the process.
    request.on('error', () => undefined);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const read = await text(response);
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw new Error(`${url}: ${statusCode} ${read.slice(0, 200)}`);
    return read;
  }
}
