import type { Scope as ScopeName } from '@mneme/client';

export type Scope = ScopeName;

/**
 * What a service token permits. It is read and not checked: the service checks every request, and this only decides which
 * pages and buttons are shown.
 * @param token a JWT with its scopes in `scope`, parted by spaces (RFC 8693)
 */
export function scopesOf(token: string): ReadonlySet<Scope> {
  const [, payload = ''] = token.split('.');
  const json = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const { scope = '' } = JSON.parse(json) as { scope?: string };
  return new Set(scope.split(' ') as Scope[]);
}
