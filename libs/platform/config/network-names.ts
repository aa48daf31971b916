import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address, written in full: `10.1` is none, though it can be read as one. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0;
}

/** An address with the length of its prefix: `10.1.0.0/16`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) && isAddress(text.slice(0, text.lastIndexOf('/')));
}

/** Of apps and extensions, whose scheme the URL standard gives no origin: `capacitor://localhost`. */
const APP_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#*\s]+$/;

/** As a browser sends it: no path, no slash at the end, no port that goes without saying; `*` is no part of a name. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin } = new URL(text);
  return origin === 'null' ? APP_ORIGIN.test(text) : origin === text;
}
