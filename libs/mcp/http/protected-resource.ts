import type { AppConfig } from '@mneme/platform/config';
import { DomainError } from '@mneme/platform/errors';

/** RFC 9728: where clients learn who gives out tokens for the service. The second form names the resource. */
export const METADATA_PATH = '.well-known/oauth-protected-resource';

/** What a client needs to obtain a token of a user. */
export interface ProtectedResource {
  readonly resource: string;
  readonly resource_name: string;
  readonly authorization_servers: readonly string[];
  readonly bearer_methods_supported: readonly string[];
}

/**
 * @param base address of the service, without a slash at the end
 * @returns undefined where there are no users' tokens, or their issuer has no address that a client could ask
 */
export function protectedResource({ jwt }: Pick<AppConfig, 'jwt'>, base: string): ProtectedResource | undefined {
  if (jwt === undefined || !/^https?:\/\//.test(jwt.issuer) || !URL.canParse(jwt.issuer)) return undefined;
  return {
    resource: `${base}/mcp`,
    resource_name: 'Mneme',
    authorization_servers: [jwt.issuer],
    bearer_methods_supported: ['header'],
  };
}

/** @throws DomainError notFound where there is none */
export function requiredProtectedResource(config: Pick<AppConfig, 'jwt'>, base: string): ProtectedResource {
  const metadata = protectedResource(config, base);
  if (metadata === undefined) throw DomainError.notFound('authorization server');
  return metadata;
}

/** RFC 6750: what a client without a valid credential is asked for. */
export function challenge(config: Pick<AppConfig, 'jwt'>, base: string, isInvalid: boolean): string {
  const parameters = [
    ...(isInvalid ? ['error="invalid_token"'] : []),
    ...(protectedResource(config, base) === undefined ? [] : [`resource_metadata="${base}/${METADATA_PATH}/mcp"`]),
  ];
  return ['Bearer', parameters.join(', ')].join(' ').trim();
}
