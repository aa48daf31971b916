import type { AppConfig } from '@mneme/platform/config';

type Addresses = Pick<AppConfig, 'baseUrl' | 'corsOrigins' | 'host'>;

/** The headers of a request that say where a browser believes to be. */
interface Claims {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Why a request is refused that a page of somebody else may have made, in a browser that can reach the service: the page
 * is of another origin, or (DNS rebinding) its own name leads to this machine.
 * @returns undefined where it may go on. Programs send no Origin
 */
export function refusalOf({ host, origin }: Claims, config: Addresses): string | undefined {
  if (origin !== undefined && !isKnownOrigin(origin, config)) {
    return `the origin ${JSON.stringify(origin)} is not allowed: name it in CORS_ORIGINS`;
  }
  if (isLoopback(config.host) && !isOwnHost(host, config)) {
    return `the host ${JSON.stringify(host ?? '')} is not that of the service: set BASE_URL to the address that clients use`;
  }
  return undefined;
}

function isKnownOrigin(origin: string, { baseUrl, corsOrigins }: Addresses): boolean {
  if (corsOrigins.includes(origin)) return true;
  const url = parsed(origin);
  return url !== undefined && (isLoopback(url.hostname) || url.host === parsed(baseUrl)?.host);
}

/** Only a service that listens on this machine alone is reached by a name that leads to this machine. */
function isOwnHost(host: string | undefined, { baseUrl }: Addresses): boolean {
  const url = parsed(`http://${host ?? ''}`);
  return url !== undefined && (isLoopback(url.hostname) || url.hostname === parsed(baseUrl)?.hostname);
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

function parsed(url: string | undefined): URL | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
}
