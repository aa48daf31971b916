import { randomInt, randomUUID } from 'node:crypto';
import { Api, type ApiResponse, type TestTenant } from '../service/api.js';

const PAUSE_MS = 20;

/** Clients that write one memory after the other, each with a content of its own, to whichever process is there. */
export class MemoryLoad {
  /** What was answered 201, by identifier. */
  readonly acknowledged = new Map<string, string>();
  /** Contents whose request got no answer or a failure, and was not sent again: stored once or not at all. */
  readonly unknown = new Set<string>();
  /** Requests that got no answer or a failure and were sent again under the same key. */
  repeated = 0;
  private running = true;
  private readonly clients: Promise<void>[];

  /**
   * @param urls of the processes that are there now
   * @param clients every other one sends an Idempotency-Key and does not rest before the memory is stored
   */
  constructor(
    private readonly tenant: TestTenant,
    private readonly urls: () => readonly string[],
    clients: number,
  ) {
    this.clients = Array.from({ length: clients }, (_, i) => this.write(i % 2 === 0));
  }

  /** Resolves when every client has its last answer. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
  }

  private async write(persistent: boolean): Promise<void> {
    while (this.running) {
      const content = `The parcel ${randomUUID()} lies in the cellar`;
      const key = persistent ? { 'idempotency-key': randomUUID() } : {};
      let answer = await this.send(content, key);
      while (persistent && answer?.status !== 201) {
        this.repeated++;
        await pause();
        answer = await this.send(content, key);
      }
      if (answer?.status === 201) this.acknowledged.set(answer.body.data.id as string, content);
      else this.unknown.add(content);
      await pause();
    }
  }

  private async send(content: string, headers: Record<string, string>): Promise<ApiResponse | undefined> {
    const urls = this.urls();
    const url = urls[randomInt(Math.max(1, urls.length))];
    if (url === undefined) return undefined;
    const { tenantId, api } = this.tenant;
    const body = { content, type: 'task', tenantId };
    // A process that is killed ends its connections: the outcome is not known.
    return new Api(url, api.token).post('/api/v1/memories', body, { headers }).catch(() => undefined);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
