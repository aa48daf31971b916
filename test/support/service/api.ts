import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT, type JWTPayload } from 'jose';
import { ISSUER, variableOf, type Profile, type SharedServer } from './shared-server.js';

declare const profile: Profile;

/** The service that the tests of this profile share. */
export function sharedServer(): SharedServer {
  return JSON.parse(process.env[variableOf(profile)] ?? '{}') as SharedServer;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  /** As it came. */
  readonly text: string;
  /** The envelope; empty where the answer is not JSON. */
  readonly body: {
    readonly success: boolean;
    // What a client sees is looked at freely in tests.
    readonly data: any;
    readonly errors: { code: string; message: string; field?: string }[];
    readonly metadata: { request_id: string; timestamp: string; version: string };
  };
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('application/json') === true && headers.get('content-length') !== '0';
}

/** The first error's code; undefined where the request succeeded. */
export function codeOf(response: ApiResponse): string | undefined {
  return (response.body as Partial<ApiResponse['body']>).errors?.[0]?.code;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Record<string, string>;
}

/** A client that speaks HTTP and knows one credential. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string | undefined,
  ) {}

  async send(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    const payload = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson(response.headers) && text !== '' ? JSON.parse(text) : {}) as ApiResponse['body'],
      text,
    };
  }

  get(path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('GET', path, options);
  }
  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('POST', path, { body, ...options });
  }
  put(path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('PUT', path, { body, ...options });
  }
  patch(path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('PATCH', path, { body, ...options });
  }
  delete(path: string, options?: RequestOptions): Promise<ApiResponse> {
    return this.send('DELETE', path, options);
  }
}

/** A tenant that nobody else uses, and a client with every scope in it. */
export interface TestTenant {
  readonly tenantId: string;
  readonly api: Api;
}

export async function newTenant(server: SharedServer = sharedServer()): Promise<TestTenant> {
  const tenantId = `user_${randomUUID()}`;
  return { tenantId, api: new Api(server.url, await userToken(tenantId, {}, server)) };
}

/** A token of the identity provider, valid for an hour where the claims do not say otherwise. */
export async function userToken(
  tenantId: string,
  claims: JWTPayload = {},
  server: SharedServer = sharedServer(),
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ sub: tenantId, iss: ISSUER, exp: now + 3_600, ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .sign(await importPKCS8(server.privateKey, 'ES256'));
}

/** A key of the tenant with just these scopes. */
export async function newKey(tenant: TestTenant, scopes: string[], more: Record<string, unknown> = {}): Promise<Api> {
  const body = { name: `key ${randomUUID()}`, tenantId: tenant.tenantId, scopes, ...more };
  const response = await tenant.api.post('/api/v1/api-keys', body);
  return new Api(tenant.api.url, (response.body.data as { plainKey: string }).plainKey);
}

const MEMORIES = '/api/v1/memories';

type Fields = Readonly<Record<string, unknown>>;

/** What a filter of memories says, as a search has it; a query has each key of the metadata as a parameter. */
export interface Filter extends Fields {
  readonly metadata?: Fields;
}

/** A client that works with the memories of its tenant. */
export class MemoriesClient {
  constructor(
    readonly tenant: TestTenant,
    readonly api: Api = tenant.api,
  ) {}

  static async ofNewTenant(server?: SharedServer): Promise<MemoriesClient> {
    return new MemoriesClient(await newTenant(server));
  }

  create(fields: Fields, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const body = { content: 'x', type: 'semantic', tenantId: this.tenant.tenantId, ...fields };
    return this.api.post(MEMORIES, body, { headers });
  }

  /** @returns the id. @throws Error where it was not created */
  async created(fields: Fields): Promise<string> {
    const response = await this.create(fields);
    if (response.status !== 201) throw new Error(response.text);
    return response.body.data.id as string;
  }

  bulk(memories: readonly Fields[], more: Fields = {}, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const { tenantId } = this.tenant;
    return this.api.post(`${MEMORIES}/bulk`, { memories, tenantId, ...more }, { headers });
  }

  import(records: readonly Fields[], query = ''): Promise<ApiResponse> {
    const rawBody = records.map((record) => JSON.stringify(record)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    return this.api.send('POST', this.path('/import', query), { rawBody, headers });
  }

  get(id: string, query = ''): Promise<ApiResponse> {
    return this.api.get(this.path(`/${id}`, query));
  }

  history(id: string, query = ''): Promise<ApiResponse> {
    return this.api.get(this.path(`/${id}/history`, query));
  }

  patch(id: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.api.patch(`${MEMORIES}/${id}`, body, { headers });
  }

  remove(id: string): Promise<ApiResponse> {
    return this.api.delete(this.path(`/${id}`));
  }

  named(externalId: string): Promise<ApiResponse> {
    return this.api.get(this.path(byExternalId(externalId)));
  }

  put(externalId: string, fields: Fields, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const body = { content: 'x', type: 'semantic', ...fields };
    return this.api.put(`${MEMORIES}${byExternalId(externalId)}`, body, { headers });
  }

  removeNamed(externalId: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.api.delete(`${MEMORIES}${byExternalId(externalId)}`, { headers });
  }

  list(query = ''): Promise<ApiResponse> {
    return this.api.get(this.path('', query));
  }

  count(query = ''): Promise<ApiResponse> {
    return this.api.get(this.path('/count', query));
  }

  export(query = ''): Promise<ApiResponse> {
    return this.api.get(this.path('/export', query));
  }

  search(fields: Fields = {}): Promise<ApiResponse> {
    const body = { query: 'x', tenantId: this.tenant.tenantId, limit: 100, collapse: 'none', ...fields };
    return this.api.post(`${MEMORIES}/search`, body);
  }

  /**
   * The contents of the memories that a filter means, sorted: those of up to 100.
   * @throws Error where list, its total, count, export and search do not mean the same ones
   */
  async meant(filter: Filter): Promise<string[]> {
    const query = queryOf(filter);
    const [list, count, exported, search] = await Promise.all([
      this.list(`limit=100&${query}`),
      this.count(query),
      this.export(query),
      this.search(filter),
    ]);
    const lines = exported.text.split('\n').filter((line) => line !== '');
    const answers = {
      list: contents(list.body.data?.memories),
      export: contents(lines.map((line) => JSON.parse(line) as Fields)),
      search: contents(search.body.data?.results),
    };
    const [first, ...others] = Object.values(answers).map((each) => JSON.stringify(each));
    const totals = [list.body.data?.pagination.total, count.body.data?.count];
    if (others.some((each) => each !== first) || totals.some((total) => total !== answers.list.length)) {
      throw new Error(`${query} means ${JSON.stringify({ ...answers, totals })}`);
    }
    return answers.list;
  }

  /** What is stored of them, as the quota knows it: how many, and bytes. */
  async usage(): Promise<number[]> {
    const { data } = (await this.api.get(`/api/v1/usage/metrics/${this.tenant.tenantId}`)).body;
    return [data.memories.count, data.storage.used];
  }

  private path(below: string, query = ''): string {
    return `${MEMORIES}${below}?tenantId=${this.tenant.tenantId}${query === '' ? '' : `&${query}`}`;
  }
}

function byExternalId(externalId: string): string {
  return `/by-external-id/${encodeURIComponent(externalId)}`;
}

function contents(memories: readonly Fields[] = []): string[] {
  return memories.map(({ content }) => content as string).toSorted();
}

function queryOf({ metadata = {}, ...rest }: Filter): string {
  const keys = Object.entries(metadata).map(([key, value]) => [`metadata.${key}`, value]);
  const parameters = [...Object.entries(rest), ...keys] as [string, unknown][];
  return parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
}
