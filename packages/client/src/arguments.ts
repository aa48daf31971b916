/** `setTimeout` takes no longer time than these 24 days, which is as good as no limit. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What `URL` would take for a way up, or for nothing. */
const NO_SEGMENT = new Set(['', '.', '..']);

/** @throws TypeError that names the option and the variable, where neither says anything */
export function required<T>(value: T | undefined, option: string, name: string): T {
  if (value === undefined || value === '') throw new TypeError(`set the option ${option} or the variable ${name}`);
  return value;
}

/** The address of a service, without a slash at its end, and without the path that every call adds. */
export function address(given: string | URL): string {
  const text = String(given);
  const { protocol, username, password, search, hash } = URL.canParse(text) ? new URL(text) : NOWHERE;
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) {
    throw new TypeError(`baseUrl must be an http or https address without user, query and hash, not ${text || '""'}`);
  }
  return text.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

const NOWHERE = { protocol: '', username: '', password: '', search: '', hash: '' };

/** @throws TypeError where it is no time */
export function duration(option: string, ms: number): number {
  if (typeof ms !== 'number' || !(ms > 0)) {
    throw new TypeError(`${option} must be a number of milliseconds above 0, not ${String(ms)}`);
  }
  return Math.min(ms, MAX_TIMER_MS);
}

/** A part of a path. @throws TypeError where it would lead elsewhere */
export function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || NO_SEGMENT.has(value)) {
    throw new TypeError(`${name} must be a text other than "", "." and "..", which no address can hold`);
  }
  return encodeURIComponent(value);
}
