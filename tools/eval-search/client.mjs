/** A client of the service that knows the memories by their externalId, which the interface does not show. */
export const tenantId = '00000000-0000-0000-0000-000000000001';

/** Texts are unique in the test tenant; the time tells if that ever changes. */
const nameOf = ({ content, createdAt }) => `${new Date(createdAt).toISOString()} ${content}`;

export class Client {
  #externalIds = new Map();

  /** @param key an API key or a token of the tenant */
  constructor({ url, key }) {
    this.url = `${url}/api/v1/memories`;
    this.headers = { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' };
  }

  /** @throws Error where the tenant does not hold just these memories */
  static async open(service, memories) {
    const client = new Client(service);
    const named = new Map(memories.map((memory) => [nameOf(memory), memory.externalId]));
    for (const memory of await client.list()) client.#externalIds.set(memory.id, named.get(nameOf(memory)));
    const found = new Set([...client.#externalIds.values()].filter(Boolean));
    if (found.size !== memories.length || client.#externalIds.size !== memories.length)
      throw new Error(`${found.size} of ${memories.length} memories are in the tenant of ${client.#externalIds.size}`);
    return client;
  }

  async list() {
    const listed = [];
    for (let page = 1, more = true; more; page++) {
      const { memories, pagination } = await this.#send(`?tenantId=${tenantId}&limit=100&page=${page}`);
      listed.push(...memories);
      more = pagination.hasNext;
    }
    return listed;
  }

  /** @returns { found: [externalId], milliseconds } from asking to having the whole answer */
  async search({ query, filter }, limit, minRelevance) {
    const body = JSON.stringify({ tenantId, query, limit, minRelevance, ...filter });
    const startedAt = performance.now();
    const { results } = await this.#send('/search', { method: 'POST', body });
    return { found: results.map(({ id }) => this.#externalIds.get(id)), milliseconds: performance.now() - startedAt };
  }

  async #send(path, options = {}) {
    const response = await fetch(`${this.url}${path}`, { headers: this.headers, ...options });
    const { data, errors } = await response.json();
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(errors)}`);
    return data;
  }
}
