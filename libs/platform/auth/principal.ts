import type { TenantId } from '../ids/tenant-id.js';

/** Who is calling: a verified credential and what it may do. */
export interface Principal {
  readonly tenantId: TenantId;
  readonly scopes: ReadonlySet<string>;
  readonly kind: 'apiKey' | 'user' | 'service';
  /** UUID of the API key behind the credential; undefined for a user. */
  readonly keyId: string | undefined;
  /** When the credential ends; undefined where it does not. */
  readonly expiresAt: Date | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the credential guard on every route that is not public. */
    principal?: Principal;
  }
}
