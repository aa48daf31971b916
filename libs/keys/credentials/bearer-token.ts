import { DomainError } from '@mneme/platform/errors';

/** RFC 6750, section 2.1: the scheme in any case, then one token. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/**
 * The token in an Authorization header.
 * @throws DomainError authRequired where there is no header, authInvalid where it has another form
 */
export function bearerToken(header: string | undefined): string {
  if (header === undefined) throw DomainError.authRequired();
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw DomainError.authInvalid();
  return token;
}
