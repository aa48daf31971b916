import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { AppConfig } from '@mneme/platform/config';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What the Internet routes; everything else of IPv6 is special, also where no list names it yet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Names that by their definition stay inside (RFC 6761, 6762, 8375, 9476 and the clouds' own). */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|internal|intranet|private|corp|home|lan|home\.arpa|alt|onion|test|invalid)$/;

/** Which addresses webhooks may reach: public ones, and networks that the operator has opened. */
@Injectable()
export class AddressPolicy {
  private readonly opened: readonly [Address, number][];

  constructor(config: AppConfig) {
    this.opened = config.webhookAllowedCidrs.map((network) => ipaddr.parseCIDR(network));
  }

  /** Whether the operator has opened a network at all. */
  get opensNetworks(): boolean {
    return this.opened.length > 0;
  }

  /** @param address IPv4 or IPv6 in its usual notation, without brackets; anything else is not allowed */
  allows(address: string): boolean {
    if (!ipaddr.isValid(address) || address.includes('%')) return false;
    const parsed = ipaddr.parse(address);
    return isPublic(parsed) || this.opened.some(([network, bits]) => isWithin(parsed, network, bits));
  }

  /** Whether a name may be looked up at all. @param hostname as `URL` has it */
  allowsName(hostname: string): boolean {
    const name = hostname.replace(/\.$/, '');
    return this.opensNetworks || (name.includes('.') && !INSIDE_NAMES.test(name));
  }
}

function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6));
}

function isWithin(address: Address, network: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
