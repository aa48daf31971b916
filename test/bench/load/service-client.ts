import type { Bed, CredentialKind } from '../beds/bed.js';
import type { BenchMemory } from '../data/corpus.js';
import { httpLoad, type LoadRequest } from './http-load.js';
import { drive, type Sample, type Task } from '../data/sample.js';

const PAGE = 100;

/** Asks the service for one tenant's memories. */
export class ServiceClient {
  constructor(
    private readonly bed: Bed,
    readonly kind: CredentialKind,
  ) {}

  path(rest: string, query: Record<string, string> = {}): string {
    return `/api/v1/memories${rest}?${new URLSearchParams({ tenantId: this.bed.tenant, ...query }).toString()}`;
  }

  async send(requests: readonly LoadRequest[], { concurrency }: Task): Promise<Sample> {
    return httpLoad(this.bed.service.url, this.credential, requests, concurrency);
  }

  async post(rest: string, bodies: readonly object[], task: Task): Promise<Sample> {
    const path = `/api/v1/memories${rest}`;
    const requests = bodies.map(
      (body) => ({ method: 'POST', path, body: { ...body, tenantId: this.bed.tenant } }) as const,
    );
    return this.send(requests, task);
  }

  /** Each list in one import. @throws Error where a memory was not stored */
  async import(lists: readonly (readonly BenchMemory[])[], { concurrency }: Task): Promise<Sample> {
    const url = `${this.bed.service.url}${this.path('/import')}`;
    const headers = { authorization: `Bearer ${this.credential}`, 'content-type': 'application/x-ndjson' };
    const bodies = lists.map((memories) => memories.map((memory) => JSON.stringify(memory)).join('\n'));
    return drive(bodies, concurrency, async (body) => {
      const response = await fetch(url, { method: 'POST', headers, body });
      const { data } = (await response.json()) as { data?: { created: number; failed: number } };
      if (data === undefined || data.created === 0 || data.failed > 0) throw new Error('an import failed');
    });
  }

  /** Identifiers from the newest pages of the list; fewer where there are fewer memories. */
  async ids(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < count; page++) {
      const url = `${this.bed.service.url}${this.path('', { limit: String(PAGE), page: String(page) })}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${this.credential}` } });
      const { data } = (await response.json()) as { data: { memories: { id: string }[] } };
      if (data.memories.length === 0) break;
      ids.push(...data.memories.map(({ id }) => id));
    }
    return ids;
  }
  private get credential(): string {
    return this.bed.credentials[this.kind];
  }
}
