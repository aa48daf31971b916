import type { AppConfig } from '@mneme/platform/config';
import type { FastifyRequest } from 'fastify';

/** The address that clients know the service by, without a slash at the end: BASE_URL, otherwise that of the request. */
export function publicUrl({ baseUrl }: Pick<AppConfig, 'baseUrl'>, { protocol, host }: FastifyRequest): string {
  return baseUrl ?? `${protocol}://${host}`;
}
