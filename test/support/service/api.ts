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

/** Reads a response to its end. */
export async function asItCame(response: Response): Promise<ApiResponse> {
  const { status, headers } = response;
  const text = await response.text();
  const body = (isJson(headers) && text !== '' ? JSON.parse(text) : {}) as ApiResponse['body'];
  return { status, headers, text, body };
}

type Failure = Partial<Pick<ApiResponse['body'], 'errors'>>;

/** The first error's code, also where it is in an error of JSON-RPC; undefined where the request succeeded. */
export function codeOf(response: ApiResponse): string | undefined {
  const { errors, error } = response.body as Failure & { readonly error?: { readonly data?: Failure } };
  return (errors ?? error?.data?.errors)?.[0]?.code;
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
    return asItCame(response);
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
