/**
 * Where the console lies: `/console/`, or the same behind the path of a proxy. Its scripts are all in `assets/` below that,
 * so the address of this one says it.
 */
const here = import.meta.url;
const CONSOLE_URL = new URL('..', here);
/** The address of the service, whose API the console calls. */
export const SERVICE_URL = new URL('..', CONSOLE_URL).href.replace(/\/$/, '');

/** The path of a page. @param page such as `memories` */
export function pathOf(page: string, query: URLSearchParams = new URLSearchParams()): string {
  const text = query.toString();
  return `${CONSOLE_URL.pathname}${page}${text === '' ? '' : `?${text}`}`;
}
