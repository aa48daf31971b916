import { Resolver, lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { Injectable } from '@nestjs/common';
import { AddressPolicy } from './address-policy.js';

/** Asked twice, the second time for twice as long: within the 5 s that a connection may take. */
const ATTEMPT_MS = 1_000;
const ATTEMPTS = 2;

/**
 * Turns a host name into addresses. Public names are asked for by DNS alone, without a thread: name servers that hang
 * delay nobody's other look-ups. Where the operator has opened networks, names are looked up as the system does (hosts
 * file, search domains, DNS), on the threads that a process has few of.
 */
@Injectable()
export class HostResolver {
  protected readonly dns = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });

  constructor(private readonly policy: AddressPolicy) {}

  /** @throws Error where the name has no address */
  async resolve(hostname: string): Promise<LookupAddress[]> {
    if (this.policy.opensNetworks) return lookup(hostname, { all: true });
    const found = await Promise.allSettled([
      this.dns.resolve4(hostname).then((addresses) => addresses.map((address) => ({ address, family: 4 }))),
      this.dns.resolve6(hostname).then((addresses) => addresses.map((address) => ({ address, family: 6 }))),
    ]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('no address');
    return addresses;
  }
}
