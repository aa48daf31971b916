import ipaddr from 'ipaddr.js';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const NETWORK_PARTS = 4;

/**
 * Whom an address stands for: itself, or the /64 network of an IPv6 address, all of which one client can have. An IPv4
 * address in IPv6's clothes is the IPv4 address. What is no address at all is one client.
 */
export function clientNetwork(address: string): string {
  if (IPV4.test(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
