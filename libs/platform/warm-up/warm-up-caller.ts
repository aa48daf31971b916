import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Principal } from '../auth/principal.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on requests that the process sends to itself before it listens: they are neither counted, logged nor limited. */
    warmUp?: Principal;
  }
}

/**
 * Who a warm-up request comes from. Its tokens are random, never leave the process, and are worth nothing once the
 * process listens.
 */
export class WarmUpCaller {
  private readonly principals = new Map<string, Principal>();

  /** @returns the headers of a request by this principal */
  headersFor(principal: Principal): { readonly authorization: string } {
    const authorization = `Bearer ${randomBytes(32).toString('base64url')}`;
    this.principals.set(authorization, principal);
    return { authorization };
  }

  /** To be called before anyone else can send a request. */
  revoke(): void {
    this.principals.clear();
  }

  /** Must come before the hooks that count and log. */
  recognize(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, _, done) => {
      const principal = this.principals.get(request.headers.authorization ?? '');
      if (principal !== undefined) request.warmUp = principal;
      done();
    });
  }
}
