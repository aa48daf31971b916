import type { ApiPromise } from './api-promise.js';
import { address, required } from './arguments.js';
import type * as api from './generated/types.gen.js';
import { Memories } from './memories.js';
import { ApiKeys, DecisionChains, Patterns, Tags, Tenants, Webhooks } from './resources.js';
import { Transport, type RequestOptions } from './transport.js';

export interface MnemeOptions extends Omit<RequestOptions, 'idempotencyKey' | 'ifMatch'> {
  /** An API key or a user's token, or a function that returns one. Default: the variable `MNEME_API_KEY`. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** The tenant of the credential. Default: `MNEME_TENANT`. */
  readonly tenantId?: string | undefined;
  /** Address of the service. Default: `MNEME_URL`, otherwise `http://127.0.0.1:3000`. */
  readonly baseUrl?: string | URL | undefined;
  /** Sends the requests. Default: `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

interface Get<T> {
  readonly get: (options?: RequestOptions) => ApiPromise<T>;
}

/** A client for one tenant. Methods are named like the operations of the OpenAPI document. */
export class Mneme {
  readonly tenantId: string;
  readonly baseUrl: string;
  readonly memories: Memories;
  readonly tags: Tags;
  readonly decisionChains: DecisionChains;
  readonly patterns: Patterns;
  readonly apiKeys: ApiKeys;
  readonly webhooks: Webhooks;
  readonly tenants: Tenants;
  readonly usage: Get<api.UsageMetrics>;
  readonly jobs: { readonly get: (id: string, options?: RequestOptions) => ApiPromise<api.Job> };
  readonly tokens: { readonly exchange: (options?: RequestOptions) => ApiPromise<api.ServiceToken> };
  readonly health: { readonly liveness: Get<api.Liveness>; readonly readiness: Get<api.Readiness> };
  readonly service: Get<api.ServiceAddresses> & { readonly api: Get<api.ServiceAddresses> };

  /** @throws TypeError if the credential or the tenant is missing, or the address is none */
  constructor({ apiKey, tenantId, baseUrl, fetch: send, ...defaults }: MnemeOptions = {}) {
    const key = required(apiKey ?? variable('MNEME_API_KEY'), 'apiKey', 'MNEME_API_KEY');
    this.tenantId = required(tenantId ?? variable('MNEME_TENANT'), 'tenantId', 'MNEME_TENANT');
    this.baseUrl = address(baseUrl ?? variable('MNEME_URL') ?? 'http://127.0.0.1:3000');
    const transport = new Transport({
      baseUrl: this.baseUrl,
      tenantId: this.tenantId,
      credential: typeof key === 'function' ? key : () => key,
      // Unbound: browsers refuse `fetch` as a method of another object.
      fetch: send ?? ((input, init) => fetch(input, init)),
      defaults,
    });
    this.memories = new Memories(transport);
    this.tags = new Tags(transport);
    this.decisionChains = new DecisionChains(transport);
    this.patterns = new Patterns(transport);
    this.apiKeys = new ApiKeys(transport);
    this.webhooks = new Webhooks(transport);
    this.tenants = new Tenants(transport, this.tenantId);
    this.usage = { get: (options) => transport.call('usage.get', {}, options) };
    this.jobs = { get: (id, options) => transport.call('jobs.get', { path: { id } }, options) };
    this.tokens = { exchange: (options) => transport.call('tokens.exchange', {}, options) };
    this.health = {
      liveness: { get: (options) => transport.call('health.liveness.get', {}, options) },
      readiness: { get: (options) => transport.call('health.readiness.get', {}, options) },
    };
    this.service = {
      get: (options) => transport.call('service.get', {}, options),
      api: { get: (options) => transport.call('service.api.get', {}, options) },
    };
  }
}

/** Of the environment, where there is one and it can be read. */
function variable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
    const value = process?.env?.[name];
    return value === '' ? undefined : value;
  } catch {
    // Deno without the permission.
    return undefined;
  }
}
