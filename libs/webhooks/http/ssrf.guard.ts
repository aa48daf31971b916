import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';
import { HostResolver } from './host-resolver.js';

const NOT_ALLOWED =
  'address not allowed: the host must resolve, and only to public addresses or to networks that WEBHOOK_ALLOWED_CIDRS opens (127.0.0.0/8 for local work)';

/** The one thing that is ever said of a refused target: not which address, port or name it is about. */
export class AddressNotAllowedError extends Error {
  constructor() {
    super(NOT_ALLOWED);
    this.name = 'AddressNotAllowedError';
  }
}

/**
 * Stands before every connection to an endpoint. Names are looked up here and nowhere else, and every address that
 * comes back must be allowed: what is checked is what is connected to, however a name changes in between.
 *
 * A name that cannot be resolved is refused in the same words as one that leads inside.
 */
@Injectable()
export class SsrfGuard {
  constructor(
    private readonly policy: AddressPolicy,
    private readonly resolver: HostResolver,
  ) {}

  /** For an agent: `dns.lookup` that refuses. Not asked by Node where the host is an address already. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.addressesOf(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) process.nextTick(callback, null, addresses);
        else process.nextTick(callback, null, first.address, first.family);
      },
      () => {
        process.nextTick(callback, new AddressNotAllowedError(), '', 0);
      },
    );
  };

  /** Without looking anything up. @throws AddressNotAllowedError where the host is an address or a name that may not be */
  checkHost(url: URL): void {
    const host = hostOf(url);
    const allowed = isIP(host) === 0 ? this.policy.allowsName(host) : this.policy.allows(host);
    if (!allowed) throw new AddressNotAllowedError();
  }

  /** With the look-up. @throws AddressNotAllowedError where the target is not allowed now */
  async check(url: URL): Promise<void> {
    this.checkHost(url);
    const host = hostOf(url);
    if (isIP(host) === 0) await this.addressesOf(host);
  }

  private async addressesOf(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const addresses = this.policy.allowsName(hostname) ? await this.resolver.resolve(hostname).catch(() => []) : [];
    const [first, ...others] = addresses;
    if (first === undefined || !addresses.every(({ address }) => this.policy.allows(address))) {
      throw new AddressNotAllowedError();
    }
    return [first, ...others];
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
