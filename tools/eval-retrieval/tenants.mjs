/** One running service with a tenant for each set, which comes into being with the first token that names it. */
import { randomUUID } from 'node:crypto';
import { generateKeyPair, exportSPKI, SignJWT } from 'jose';

const issuer = 'https://eval.invalid';
const aRequest = 250;
/** What a client that shows results asks for, and the most that can be asked for. */
const shown = 25;
const most = 100;
const mostTries = 10;

/**
 * @param start (environment) => { url, stop }
 * @param more of the environment
 * @returns { url, tokenFor(tenantId), fill(records) => Tenant, stop }
 */
export async function openTenants(start, more = {}) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const { url, stop } = await start({
    JWT_PUBLIC_KEY: await exportSPKI(publicKey),
    JWT_ISSUER: issuer,
    DEFAULT_PLAN: 'enterprise',
    SEED_TEST_TENANT: 'off',
    ...more,
  });
  const tokenFor = (tenantId) =>
    new SignJWT({})
      .setProtectedHeader({ alg: 'ES256' })
      .setSubject(tenantId)
      .setIssuer(issuer)
      .setExpirationTime('6h')
      .sign(privateKey);
  // A database may have tenants of an earlier run.
  const run = randomUUID().slice(0, 8);
  let count = 0;
  const fill = async (records) => {
    const tenantId = `eval-${run}-${++count}`;
    const tenant = new Tenant(`${url}/api/v1/memories`, tenantId, await tokenFor(tenantId));
    for (let i = 0; i < records.length; i += aRequest) await tenant.store(records.slice(i, i + aRequest));
    return tenant;
  };
  return { url, tokenFor, fill, stop };
}

class Tenant {
  #names = new Map();

  constructor(url, tenantId, token) {
    this.url = url;
    this.tenantId = tenantId;
    this.headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  /** In the order given, which is the order in their sessions. */
  async store(records) {
    const memories = records.map(({ id: _, holds: __, type = 'episodic', ...record }) => ({ ...record, type }));
    const { results } = await this.#post('/bulk', { memories });
    for (const { index, id, errors } of results) {
      if (id === undefined) throw new Error(`${records[index].id}: ${JSON.stringify(errors)}`);
      this.#names.set(id, records[index].id);
    }
    this.names = new Set(this.#names.values());
  }

  holds(name) {
    return this.names.has(name);
  }

  /** @returns [{ name: externalId, relevance }], best first */
  async search(query, limit, more = {}) {
    const { results } = await this.#post('/search', { query, limit, ...more });
    return results.map(({ id, relevance }) => ({ name: this.#names.get(id), relevance }));
  }

  /** @returns { relevance: [number], ranked: { cosine, coverage, fused: [externalId] } }, best first */
  async ask(query) {
    const { results } = await this.#post('/search', { query, limit: shown });
    const { results: all } = await this.#post('/search', { query, limit: most, explain: true });
    const by = (field) =>
      this.#named(all.toSorted((a, b) => b.explanation[field] - a.explanation[field])).slice(0, shown);
    const held = all.filter(({ explanation }) => explanation.coverage > 0).length;
    return {
      relevance: results.map(({ relevance }) => relevance),
      ranked: { cosine: by('cosine'), coverage: by('coverage').slice(0, held), fused: this.#named(results) },
    };
  }

  #named(results) {
    return results.map(({ id }) => this.#names.get(id));
  }

  /** Again, and said, where the service of a busy machine was late; the key keeps a repeated write from storing twice. */
  async #post(path, body) {
    const headers = { ...this.headers, 'idempotency-key': randomUUID() };
    const sent = { method: 'POST', headers, body: JSON.stringify({ tenantId: this.tenantId, ...body }) };
    for (let tries = 1; ; tries++) {
      const response = await fetch(`${this.url}${path}`, sent);
      const { data, errors } = await response.json();
      if (response.ok) return data;
      if (response.status < 500 || tries === mostTries) throw new Error(`${response.status} ${JSON.stringify(errors)}`);
      process.stderr.write(`${path} answered ${response.status}, try ${tries} of ${mostTries}\n`);
    }
  }
}
